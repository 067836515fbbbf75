import { Title } from '@mantine/core';
import type { PendingShare } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { pendingQuery, stopSharing } from './api/pending.ts';
import { PendingRow } from './pending-row.tsx';
import { RemoveAccessModal } from './remove-access-modal.tsx';
import classes from './share-modal.module.css';

/** People who get access to any of the documents once they join; renders nothing without any. */
export function PendingPeople({ documentIds }: { documentIds: readonly string[] }) {
  const { data = [], isError, refetch } = useQuery(pendingQuery(documentIds));
  const removal = useDialog<PendingShare>();
  const { mutate, isPending } = useMutation(stopSharing);
  const remove = () => {
    if (removal.item) mutate({ id: removal.item.id, documentIds }, { onSuccess: removal.close });
  };
  if (isError && data.length === 0) return <LoadFailed what="who hasn’t joined yet" retry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <section>
      <Title order={3} className={classes.heading}>
        Not in the workspace yet
      </Title>
      <div className={classes.scroll}>
        <ul className={`stack gap-2 ${classes.list}`}>
          {data.map((share) => (
            <PendingRow key={share.id} share={share} documentIds={documentIds} onRemove={() => removal.open(share)} />
          ))}
        </ul>
      </div>
      <RemoveAccessModal
        opened={removal.opened}
        text={`${removal.item?.email} won’t get access. If they were invited only for this, their invitation ends.`}
        isPending={isPending}
        onRemove={remove}
        onClose={removal.close}
      />
    </section>
  );
}
