import { Text, Title } from '@mantine/core';
import type { SharedMember } from '@sheaf/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { membersQuery } from './api/sharing.ts';
import { PersonRow } from './person-row.tsx';
import { RemoveAccessModal } from './remove-access-modal.tsx';
import classes from './share-modal.module.css';

/** While a large folder is being shared. */
const PROGRESS_RELOAD_MS = 1500;
const isInProgress = ({ data }: { data: readonly SharedMember[] }) => data.some(({ progress }) => progress !== null);

interface SharedMembersProps {
  documentIds: readonly string[];
  owner: { id: string; name: string; email: string; avatar: string | null };
}

/**
 * Who has access to any of the documents, groups and people, each with the reason. Access through a folder or a group can
 * only be removed there.
 */
export function SharedMembers({ documentIds, owner }: SharedMembersProps) {
  const query = useInfiniteQuery({
    ...membersQuery(documentIds),
    refetchInterval: ({ state }) => (state.data?.pages.some(isInProgress) ? PROGRESS_RELOAD_MS : false),
  });
  const removal = useDialog<SharedMember>();
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
        <ul className={classes.list}>
          {query.data ? (
            <PersonRow person={{ ...owner, kind: 'user' }}>
              <span className={classes.extent}>Owner</span>
            </PersonRow>
          ) : null}
          {members.map((member) => (
            <PersonRow
              key={member.id}
              person={member}
              removeLabel={`Remove access for ${member.name}`}
              onRemove={member.via || member.group ? undefined : () => removal.open(member)}
            >
              <span className={classes.extent} title={member.group?.name ?? member.via?.name}>
                {extentOf(member, documentIds.length)}
              </span>
            </PersonRow>
          ))}
        </ul>
        <LoadMore query={query} what="members">
          <ListSkeleton rows={2} height={48} />
        </LoadMore>
      </div>
      <RemoveAccessModal
        opened={removal.opened}
        member={removal.item}
        documentIds={documentIds}
        onClose={removal.close}
      />
    </section>
  );
}

/** How many of the documents they see, and why. */
function extentOf({ documents, via, group, progress }: SharedMember, asked: number): string {
  if (progress !== null) return `Sharing… ${progress}%`;
  const some = documents < asked ? [`${documents} of ${asked}`] : [];
  const reason = group ? `Through group “${group.name}”` : via ? `Through folder “${via.name}”` : 'Shared';
  return [...some, reason].join(' · ');
}
