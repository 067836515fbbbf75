import { Button, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RequestAccess } from '../../features/access-requests/request-access.tsx';
import { restoreDocuments, trashedQuery } from '../../features/documents/api/trash.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';

interface AbsentDocumentProps {
  id: string;
  /** Another action, beside requesting access. */
  way?: ReactNode;
}

/**
 * Stands in for a document that isn’t listed: shows that one’s own is in the trash, or how to request access to any
 * other.
 */
export function AbsentDocument({ id, way }: AbsentDocumentProps) {
  const { data, isPending } = useQuery(trashedQuery(id));
  const { mutate, isPending: restoring } = useMutation(restoreDocuments);
  if (isPending) return null;
  if (!data) return <RequestAccess id={id} way={way} />;
  const { name, top } = data;
  const isInside = top.id !== id;
  const { restore: why } = top.cannot;
  return (
    <EmptyState
      icon={IconTrash}
      title={`“${name}” is in the trash`}
      action={
        <Stack gap="sm">
          {why ? null : (
            <Button loading={restoring} onClick={() => mutate([top])}>
              {isInside ? `Restore “${top.name}”` : 'Restore'}
            </Button>
          )}
          <ButtonLink to="/directory" search={{ place: 'trash' }} variant="default">
            Go to Trash
          </ButtonLink>
        </Stack>
      }
    >
      {why ??
        (isInside
          ? `It was deleted with the folder “${top.name}”. Restore that to open it.`
          : 'Restore it to open it.')}
    </EmptyState>
  );
}
