import { Text, Title } from '@mantine/core';
import type { SharedMember } from '@sheaf/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { membersQuery, unshare } from './api/sharing.ts';
import { PersonRow } from './person-row.tsx';
import { RemoveAccessModal } from './remove-access-modal.tsx';
import classes from './share-modal.module.css';
import { SharedMemberRow } from './shared-member-row.tsx';

/** The reload interval while a large folder is being shared. */
const PROGRESS_RELOAD_MS = 1500;
const isInProgress = ({ data }: { data: readonly SharedMember[] }) => data.some(({ progress }) => progress !== null);

interface SharedMembersProps {
  documentIds: readonly string[];
  owner: { id: string; name: string; email: string; avatar: string | null };
}

/** The groups and people with access to any of the documents. */
export function SharedMembers({ documentIds, owner }: SharedMembersProps) {
  const query = useInfiniteQuery({
    ...membersQuery(documentIds),
    refetchInterval: ({ state }) => (state.data?.pages.some(isInProgress) ? PROGRESS_RELOAD_MS : false),
  });
  const removal = useDialog<SharedMember>();
  const { mutate, isPending } = useMutation(unshare);
  const remove = () => {
    if (removal.item) mutate({ userId: removal.item.id, documentIds }, { onSuccess: removal.close });
  };
  const members = query.data?.items ?? [];
  return (
    <section>
      <Title order={3} className={classes.heading}>
        Members with access
      </Title>
      {query.isPending ? <ListSkeleton rows={2} height={48} /> : null}
      {query.isError && !query.data ? <LoadFailed what="who has access" retry={() => void query.refetch()} /> : null}
      {query.data && members.length === 0 ? <Text c="dimmed">Only you have access in Sheaf.</Text> : null}
      <div className={classes.scroll}>
        <ul className={`stack gap-2 ${classes.list}`}>
          {query.data ? (
            <PersonRow person={{ ...owner, kind: 'user' }}>
              <span className={classes.extent}>Owner</span>
            </PersonRow>
          ) : null}
          {members.map((member) => (
            <SharedMemberRow
              key={member.id}
              member={member}
              documentIds={documentIds}
              onRemove={() => removal.open(member)}
            />
          ))}
        </ul>
        <LoadMore query={query} what="members" rowHeight={48} />
      </div>
      <RemoveAccessModal
        opened={removal.opened}
        text={`This will remove access to ${removal.item?.name}`}
        isPending={isPending}
        onRemove={remove}
        onClose={removal.close}
      />
    </section>
  );
}
