import { Text, Title } from '@mantine/core';
import type { SharedMember } from '@sheaf/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { membersQuery } from './api/sharing.ts';
import { PersonRow } from './person-row.tsx';
import { RemoveAccessModal } from './remove-access-modal.tsx';
import classes from './share-modal.module.css';

/** Who has access to any of the documents, and how they lose it. What a folder brings is taken back at the folder. */
export function SharedMembers({ documentIds }: { documentIds: readonly string[] }) {
  const query = useInfiniteQuery(membersQuery(documentIds));
  const removal = useDialog<SharedMember>();
  const members = query.data?.items ?? [];
  return (
    <section>
      <Title order={3} className={classes.heading}>
        Members with access
      </Title>
      {query.isPending ? <ListSkeleton rows={2} height={48} /> : null}
      {query.isError && !query.data ? <LoadFailed what="who has access" retry={() => void query.refetch()} /> : null}
      {query.data && members.length === 0 ? <Text c="dimmed">Only you, so far.</Text> : null}
      <div className={classes.scroll}>
        <ul className={classes.list}>
          {members.map((member) => (
            <PersonRow
              key={member.id}
              person={member}
              removeLabel={`Remove access of ${member.name}`}
              onRemove={member.via ? undefined : () => removal.open(member)}
            >
              <span className={classes.extent} title={member.via?.name}>
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

/** How many of several documents they see, and by which folder where it is not by themselves. */
function extentOf({ documents, via }: SharedMember, asked: number): string {
  const some = documents < asked ? [`${documents} of ${asked}`] : [];
  return [...some, ...(via ? [`by the folder ${via.name}`] : [])].join(', ');
}
