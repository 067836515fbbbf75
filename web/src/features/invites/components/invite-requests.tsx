import { Text, Title } from '@mantine/core';
import type { InviteRequest } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { count } from '../../../lib/format/format.ts';
import { PersonAvatar } from '../../../ui/pictures/person-avatar.tsx';
import { inviteRequestsQuery } from '../api/invite-requests.ts';
import { InviteRequestActions } from './invite-request-actions.tsx';
import classes from './invite-requests.module.css';

/** The people that members ask to invite, above the invitations; renders nothing without requests. */
export function InviteRequests() {
  const { data = [] } = useQuery(inviteRequestsQuery());
  if (data.length === 0) return null;
  return (
    <section className={classes.section}>
      <Title order={2} size="h4">
        Requests to invite
      </Title>
      <ul className={`stack gap-4 ${classes.list}`}>
        {data.map(({ id, email, user, documents, document }) => (
          <li key={id} className="row wrap">
            <PersonAvatar person={user} />
            <span className={classes.text}>
              {email}
              <Text size="xs" c="dimmed">
                {user.name} wants to share {whatOf({ documents, document })} with them
              </Text>
            </span>
            <InviteRequestActions id={id} of={email} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const whatOf = ({ documents, document }: Pick<InviteRequest, 'documents' | 'document'>): string =>
  documents === 1 ? `“${document}”` : count(documents, 'document');
