import { Text, Title } from '@mantine/core';
import type { AccessRequest, SharePermission } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PrincipalAvatar } from '../../ui/pictures/principal-avatar.tsx';
import { requestsQuery } from './api/access-requests.ts';
import classes from './open-requests.module.css';
import { RequestActions } from './request-actions.tsx';

interface OpenRequestsProps {
  documentId: string;
  renderChoice(of: string, value: SharePermission, onChange: (value: SharePermission) => void): ReactNode;
}

/** The requests for access to a document, in its share dialog; renders nothing without requests. */
export function OpenRequests({ documentId, renderChoice }: OpenRequestsProps) {
  const { data = [] } = useQuery(requestsQuery(documentId));
  if (data.length === 0) return null;
  return (
    <section>
      <Title order={3}>Requests for access</Title>
      <ul className={`stack gap-4 ${classes.list}`}>
        {data.map((request) => (
          <OpenRequest key={request.id} request={request} renderChoice={renderChoice} />
        ))}
      </ul>
    </section>
  );
}

function OpenRequest({
  request: { id, user, message },
  renderChoice,
}: { request: AccessRequest } & Pick<OpenRequestsProps, 'renderChoice'>) {
  const [permission, setPermission] = useState<SharePermission>('view');
  return (
    <li className="row wrap">
      <PrincipalAvatar principal={{ ...user, kind: 'user' }} />
      <span className={classes.person}>
        {user.name}
        <Text size="xs" c="dimmed">
          {user.email}
        </Text>
        {message ? <Text size="sm">“{message}”</Text> : null}
      </span>
      {renderChoice(`Access for ${user.name}`, permission, setPermission)}
      <RequestActions id={id} of={user.name} permission={permission} />
    </li>
  );
}
