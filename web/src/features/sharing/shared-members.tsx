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

/** Who has access, and how they lose it. What a folder brings is taken back at the folder. */
export function SharedMembers({ document }: { document: { id: string; name: string } }) {
  const query = useInfiniteQuery(membersQuery(document.id));
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
              {member.via ? <Text c="dimmed">by the folder {member.via.name}</Text> : null}
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
        documentId={document.id}
        onClose={removal.close}
      />
    </section>
  );
}
