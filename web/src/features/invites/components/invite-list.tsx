import { useDebouncedValue } from '@mantine/hooks';
import { IconMailOpened } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { PageToolbar } from '../../../ui/layout/page-toolbar.tsx';
import { Column } from '../../../ui/lists/column.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import table from '../../../ui/lists/table.module.css';
import { useRowWindow } from '../../../ui/lists/use-row-window.ts';
import { invitesQuery } from '../api/invites.ts';
import { InviteButton } from './invite-button.tsx';
import { InviteRequests } from './invite-requests.tsx';
import { InviteRow } from './invite-row.tsx';
import classes from './invite-table.module.css';

interface InviteListProps {
  /** Links to other pages. */
  start: ReactNode;
  seatPrice: string | undefined;
}

/** Open invitations. */
export function InviteList({ start, seatPrice }: InviteListProps) {
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 500);
  const { data } = useInfiniteQuery(invitesQuery(searched));
  const none = data?.total === 0 && !search && !searched;
  return (
    <>
      <PageToolbar start={start}>
        {none ? null : <SearchField label="Search invitations" value={search} onChange={setSearch} />}
        <InviteButton seatPrice={seatPrice} />
      </PageToolbar>
      <InviteRequests />
      {none ? (
        <EmptyState icon={IconMailOpened} title="No open invitations">
          No one is waiting to join this workspace.
        </EmptyState>
      ) : (
        <InviteTable search={searched} />
      )}
    </>
  );
}

function InviteTable({ search }: { search: string }) {
  const query = useInfiniteQuery(invitesQuery(search));
  const { items, total } = query.data ?? { items: [], total: 0 };
  const { ref, start, end, before, after } = useRowWindow<HTMLTableSectionElement>(items.length);

  if (query.isPending) return <ListSkeleton rows={4} framed />;
  if (!query.data) return <LoadFailed what="the invitations" retry={() => void query.refetch()} />;
  if (total === 0) return <p className={table.none}>No data</p>;
  return (
    <div className="framed">
      <table className={table.table} aria-label="Invitations" aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <Column name="Invited" />
            <Column name="Role" className={`${classes.role} ${table.wide}`} />
            <Column name="Valid until" className={`${classes.expires} ${table.wide}`} />
            <Column name="Actions" unnamed className={classes.actions} />
          </tr>
        </thead>
        <tbody ref={ref}>
          {before ? <tr aria-hidden style={{ height: before }} /> : null}
          {items.slice(start, end).map((invite, index) => (
            <InviteRow key={invite.id} invite={invite} index={start + index + 2} />
          ))}
          {after ? <tr aria-hidden style={{ height: after }} /> : null}
        </tbody>
      </table>
      <LoadMore query={query} what="invitations" />
    </div>
  );
}
