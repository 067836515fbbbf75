import { Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { documentsQuery } from '../../../features/documents/api/documents.ts';
import { toQuery } from '../../../features/documents/query/document-query.ts';
import { OnboardingModal } from '../../../features/onboarding/components/onboarding-modal.tsx';
import { stepNumbers } from '../../../features/onboarding/steps.ts';
import { organizationInfoQuery, organizationsQuery } from '../../../features/organizations/api/organizations.ts';
import { count } from '../../../lib/format/format.ts';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import { FileName } from '../../../ui/documents/file-name.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { useMySteps } from '../../onboarding/use-my-steps.ts';
import classes from './welcome.module.css';

const MAX_SHOWN = 4;

/** Offers the guide, or shows guests what was shared with them, once a document opened by a link is closed. */
export function Welcome() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const mine = useMySteps();
  const waits = useRouterState({ select: ({ location }) => 'preview' in location.search });
  if (info.role !== 'guest') return <OnboardingModal mine={mine} waits={waits} />;
  const name = organizations.find(({ id }) => id === info.id)?.name ?? 'Sheaf';
  const content = (close: () => void) => <SharedWithGuest onNavigate={close} />;
  return <OnboardingModal mine={mine} waits={waits} guest={{ title: `Welcome to ${name}`, content }} />;
}

function SharedWithGuest({ onNavigate }: { onNavigate(): void }) {
  const { data, isPending } = useQuery(documentsQuery(toQuery({ owner: 'shared' })));
  const shown = data?.data.slice(0, MAX_SHOWN) ?? [];
  const more = (data?.pagination.total ?? 0) - shown.length;
  return (
    <>
      <Text c="dimmed">
        You’re a guest here. You see the files people share with you, and you can organize them with your own labels and
        collections.
      </Text>
      {isPending ? <ListSkeleton rows={2} height={40} /> : null}
      {data && shown.length === 0 ? (
        <Text mt="md">Nothing has been shared with you yet. You’ll get an email when someone shares a file.</Text>
      ) : null}
      <ul className={classes.list}>
        {shown.map(({ id, name, type, created_by }) => (
          <li key={id}>
            <Link
              to="/directory"
              search={type === 'folder' ? { place: 'shared', in: id } : { place: 'shared', preview: id }}
              className={`hoverable ${classes.document}`}
              onClick={onNavigate}
            >
              <DocumentIcon type={type} />
              <span className={classes.text}>
                <FileName name={name} />
                <span className={classes.by}>Shared by {created_by.name}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? <Text c="dimmed">and {count(more, 'more file')}</Text> : null}
      <Text c="dimmed" mt="sm">
        <TextLink to="/onboarding" search={{ step: stepNumbers.profile }} onClick={onNavigate} inherit>
          Add your name and picture
        </TextLink>{' '}
        so that others recognize you.
      </Text>
    </>
  );
}
