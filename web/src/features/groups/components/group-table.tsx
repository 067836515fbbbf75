import type { Group } from '@sheaf/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Column } from '../../../ui/lists/column.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import table from '../../../ui/lists/table.module.css';
import { groupsQuery } from '../api/groups.ts';
import { GroupRow } from './group-row.tsx';
import classes from './groups.module.css';

interface GroupTableProps {
  search: string;
  mayManage: boolean;
  onPeople(group: Group): void;
  onRename(group: Group): void;
  onDelete(group: Group): void;
}

export function GroupTable({ search, mayManage, onPeople, onRename, onDelete }: GroupTableProps) {
  const query = useInfiniteQuery(groupsQuery(search));
  const { items, total } = query.data ?? { items: [], total: 0 };
  if (query.isPending) return <ListSkeleton rows={3} framed />;
  if (!query.data) return <LoadFailed what="the groups" retry={() => void query.refetch()} />;
  if (total === 0) return <p className={table.none}>No groups found</p>;
  return (
    <>
      <div className="framed">
        <table className={table.table} aria-label="Groups">
          <thead>
            <tr>
              <Column name="Name" />
              <Column name="People" className={classes.people} />
              <Column name="Actions" unnamed className={classes.menu} />
            </tr>
          </thead>
          <tbody>
            {items.map((group) => (
              <GroupRow
                key={group.id}
                group={group}
                mayManage={mayManage}
                onPeople={() => onPeople(group)}
                onRename={() => onRename(group)}
                onDelete={() => onDelete(group)}
              />
            ))}
          </tbody>
        </table>
        <LoadMore query={query} what="groups" />
      </div>
      {total === 1 && !search ? (
        <p className={classes.hint}>
          {mayManage
            ? 'Create groups to share documents with several people at once. People who join a group later see what’s shared with it, too.'
            : 'No other groups yet. Owners and admins can create them.'}
        </p>
      ) : null}
    </>
  );
}
