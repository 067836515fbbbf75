import type { Member, Role } from '@sheaf/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Column } from '../../../ui/lists/column.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import table from '../../../ui/lists/table.module.css';
import { useRowWindow } from '../../../ui/lists/use-row-window.ts';
import { membersQuery } from '../api/members.ts';
import { MemberRow } from './member-row.tsx';
import classes from './member-table.module.css';

interface MemberTableProps {
  search: string;
  viewer: { id: string; role: Role };
  onRemove(member: Member): void;
  onHandOver(member: Member): void;
  onLeave(): void;
}

export function MemberTable({ search, viewer, onRemove, onHandOver, onLeave }: MemberTableProps) {
  const query = useInfiniteQuery(membersQuery(search));
  const { items, total } = query.data ?? { items: [], total: 0 };
  const { ref, start, end, before, after } = useRowWindow<HTMLTableSectionElement>(items.length);

  if (query.isPending) return <ListSkeleton rows={6} framed />;
  if (!query.data) return <LoadFailed what="the members" retry={() => void query.refetch()} />;
  if (total === 0) return <p className={table.none}>No data</p>;
  return (
    <div className="framed">
      <table className={table.table} aria-label="Members" aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <Column name="Name" className={classes.name} />
            <Column name="Email" className={`${classes.email} ${table.wide}`} />
            <Column name="Role" className={classes.role} />
            <Column name="Joined" className={`${classes.date} ${table.medium}`} />
            <Column name="Last seen" className={`${classes.date} ${table.wide}`} />
            <Column name="Actions" unnamed className={classes.menu} />
          </tr>
        </thead>
        <tbody ref={ref}>
          {before ? <tr aria-hidden style={{ height: before }} /> : null}
          {items.slice(start, end).map((member, index) => (
            <MemberRow
              key={member.id}
              member={member}
              viewer={viewer}
              index={start + index + 2}
              onRemove={() => onRemove(member)}
              onHandOver={() => onHandOver(member)}
              onLeave={onLeave}
            />
          ))}
          {after ? <tr aria-hidden style={{ height: after }} /> : null}
        </tbody>
      </table>
      <LoadMore query={query} what="members" />
    </div>
  );
}
