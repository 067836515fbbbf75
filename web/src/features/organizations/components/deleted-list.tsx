import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatDate } from '../../../lib/format/format.ts';
import { enterOrganization } from '../../../lib/session/change-organization.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { deletedOrganizationsQuery, restoreOrganization } from '../api/change-organization.ts';
import classes from './deleted-list.module.css';

/** Deleted workspaces that their owner can still restore; renders nothing if there are none. */
export function DeletedList() {
  const { data: deleted, isError, refetch } = useQuery(deletedOrganizationsQuery);
  const { mutate, isPending, isSuccess, variables } = useMutation(restoreOrganization);
  const id = useId();
  if (isError) return <LoadFailed what="deleted workspaces" retry={() => void refetch()} />;
  if (!deleted?.length) return null;
  const restore = (organizationId: string) =>
    mutate(organizationId, { onSuccess: ({ name }) => enterOrganization(organizationId, `${name} was restored`) });
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        Recently deleted
      </h2>
      <ul className={`framed lined ${classes.list}`}>
        {deleted.map((organization) => (
          <li key={organization.id} className="list-row">
            <div className="grow">
              <Text fw={550} truncate>
                {organization.name}
              </Text>
              <Text size="xs" c="dimmed">
                Deleted for good on {formatDate(organization.gone_at)}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={`Restore ${organization.name}`}
              disabled={isPending || isSuccess}
              loading={(isPending || isSuccess) && variables === organization.id}
              onClick={() => restore(organization.id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
