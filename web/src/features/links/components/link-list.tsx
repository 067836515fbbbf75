import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconLink } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { PageToolbar } from '../../../ui/layout/page-toolbar.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import table from '../../../ui/lists/table.module.css';
import { linksQuery } from '../api/links.ts';
import { LinkRow } from './link-row.tsx';
import classes from './links.module.css';

const whose = [
  { value: 'me', label: 'My links' },
  { value: 'everyone', label: 'Everyone’s links' },
] as const;
type Whose = (typeof whose)[number]['value'];

/** Public links: one’s own, and for those who manage them all of the workspace. */
export function LinkList({ mayManage, allowed }: { mayManage: boolean; allowed: boolean }) {
  const [of, setOf] = useState<Whose>('me');
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 500);
  const { data } = useInfiniteQuery(linksQuery(of, searched));
  const none = data?.total === 0 && !search && !searched;
  return (
    <>
      <PageToolbar
        start={
          mayManage ? <SegmentedControl aria-label="Whose links" data={[...whose]} value={of} onChange={setOf} /> : null
        }
      >
        {none ? null : <SearchField label="Search public links" value={search} onChange={setSearch} />}
      </PageToolbar>
      {none ? (
        <EmptyState icon={IconLink} title="No public links yet">
          {allowed
            ? 'To create one, choose Share on a file or folder of your own.'
            : 'This workspace doesn’t allow public links. An owner can turn them on in Settings under Workspace.'}
        </EmptyState>
      ) : (
        <LinkTable of={of} search={searched} />
      )}
    </>
  );
}

function LinkTable({ of, search }: { of: Whose; search: string }) {
  const query = useInfiniteQuery(linksQuery(of, search));
  if (query.isPending) {
    return (
      <div className={table.scroll}>
        <ListSkeleton rows={4} />
      </div>
    );
  }
  if (!query.data) return <LoadFailed what="the public links" retry={() => void query.refetch()} />;
  const { items, total } = query.data;
  if (total === 0) return <p className={table.none}>No data</p>;
  return (
    <div className={table.scroll}>
      <table className={table.table} aria-label="Public links">
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col" className={`${classes.visits} ${table.wide}`}>
              Visits
            </th>
            <th scope="col" className={classes.actions}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((link) => (
            <LinkRow key={link.id} link={link} showsMaker={of === 'everyone'} />
          ))}
        </tbody>
      </table>
      <LoadMore query={query} what="public links">
        <ListSkeleton rows={2} />
      </LoadMore>
    </div>
  );
}
