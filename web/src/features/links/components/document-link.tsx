import { Badge, Button, Skeleton, Text, TextInput, Title } from '@mantine/core';
import type { PublicLink } from '@sheaf/contract';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { documentLinkQuery } from '../api/links.ts';
import { stateOf, traitsOf, visitsOf } from '../link-texts.ts';
import { LinkActions } from './link-actions.tsx';
import { LinkDialog } from './link-dialog.tsx';
import classes from './links.module.css';

interface DocumentLinkProps {
  document: { id: string; name: string; type: string };
  allowed: boolean;
  /** Whether the person decides if the workspace allows links. */
  mayAllow: boolean;
}

/** The public link to a document, in the dialog that shares it. */
export function DocumentLink({ document, allowed, mayAllow }: DocumentLinkProps) {
  if (!allowed && !mayAllow) return null;
  return (
    <section>
      <Title order={3} className={classes.heading}>
        Public link
      </Title>
      {allowed ? (
        <Allowed document={document} />
      ) : (
        <Text size="sm" c="dimmed">
          This workspace doesn’t allow public links. Turn them on in{' '}
          <TextLink to="/settings/workspace" size="sm">
            Settings
          </TextLink>
          .
        </Text>
      )}
    </section>
  );
}

function Allowed({ document }: Pick<DocumentLinkProps, 'document'>) {
  const { data: link, isPending, refetch } = useQuery(documentLinkQuery(document.id));
  const creating = useDialog();
  if (isPending) return <Skeleton height={36} />;
  if (link === undefined) return <LoadFailed what="the public link" retry={() => void refetch()} />;
  // The dialog outlives the offer, which disappears once there is a link.
  return (
    <>
      {link ? <Existing link={link} /> : <Offer type={document.type} onCreate={() => creating.open()} />}
      <LinkDialog opened={creating.opened} document={document} link={null} onClose={creating.close} />
    </>
  );
}

function Offer({ type, onCreate }: { type: string; onCreate(): void }) {
  return (
    <div className={classes.offer}>
      <Text size="sm" c="dimmed">
        Anyone who has the link can see this {type === 'folder' ? 'folder and everything in it' : 'file'}, without an
        account.
      </Text>
      <Button variant="default" leftSection={<IconLink size={16} />} onClick={onCreate}>
        Create public link
      </Button>
    </div>
  );
}

function Existing({ link }: { link: PublicLink }) {
  const state = stateOf(link);
  return (
    <>
      <div className="row gap-4">
        <TextInput
          className="grow"
          aria-label="Address of the public link"
          readOnly
          value={link.url ?? 'This link can’t be copied anymore'}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <LinkActions link={link} />
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {traitsOf(link)} · {visitsOf(link)}
      </Text>
      {state ? (
        <Badge color="red" variant="light" size="sm" tt="none" fw={550} mt={4} title={state.reason}>
          {state.reason}
        </Badge>
      ) : null}
    </>
  );
}
