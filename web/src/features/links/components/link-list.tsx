import { SegmentedControl, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconLink } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { PageToolbar } from '../../../ui/layout/page-toolbar.tsx';
import { Column } from '../../../ui/lists/column.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import table from '../../../ui/lists/table.module.css';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { linksQuery } from '../api/links.ts';
import { LinkRow } from './link-row.tsx';
import classes from './links.module.css';

const whose = [
  { value: 'me', label: 'My links' },
  { value: 'everyone', label: 'Everyone’s links' },
] as const;
type Whose = (typeof whose)[number]['value'];

interface LinkListProps {
  mayManage: boolean;
  allowed: boolean;
  /** Whether the person decides if the workspace allows links. */
  mayAllow: boolean;
}

/** Public links: one’s own, and all of the workspace for those who manage them. */
export function LinkList({ mayManage, allowed, mayAllow }: LinkListProps) {
  const [of, setOf] = useState<Whose>('me');
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 500);
  const { data } = useInfiniteQuery(linksQuery(of, searched));
  const none = data?.total === 0 && !search && !searched;
  return (
    <>
      <Title order={2}>Public links</Title>
      <Text c="dimmed" mt={4} mb={20}>
        Anyone with a link can open its file or folder, without an account.
      </Text>
      <PageToolbar
        start={
          mayManage ? <SegmentedControl aria-label="Whose links" data={[...whose]} value={of} onChange={setOf} /> : null
        }
      >
        {none ? null : <SearchField label="Search public links" value={search} onChange={setSearch} />}
      </PageToolbar>
      {none ? <NoLinks allowed={allowed} mayAllow={mayAllow} /> : <LinkTable of={of} search={searched} />}
    </>
  );
}

function NoLinks({ allowed, mayAllow }: Pick<LinkListProps, 'allowed' | 'mayAllow'>) {
  if (allowed) {
    return (
      <EmptyState icon={IconLink} title="No public links yet">
        To create one, choose Share on a file or folder of your own.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconLink}
      title="Public links are turned off"
      action={
        mayAllow ? (
          <ButtonLink to="/settings/workspace" variant="default">
            Workspace settings
          </ButtonLink>
        ) : null
      }
    >
      {mayAllow ? 'You can turn them on for this workspace.' : 'An owner can turn them on for this workspace.'}
    </EmptyState>
  );
}

function LinkTable({ of, search }: { of: Whose; search: string }) {
  const query = useInfiniteQuery(linksQuery(of, search));
  if (query.isPending) return <ListSkeleton rows={4} framed />;
  if (!query.data) return <LoadFailed what="the public links" retry={() => void query.refetch()} />;
  const { items, total } = query.data;
  if (total === 0) return <p className={table.none}>No data</p>;
  return (
    <div className="framed">
      <table className={table.table} aria-label="Public links">
        <thead>
          <tr>
            <Column name="Document" />
            <Column name="Visits" className={`${classes.visits} ${table.wide}`} />
            <Column name="Actions" unnamed className={classes.actions} />
          </tr>
        </thead>
        <tbody>
          {items.map((link) => (
            <LinkRow key={link.id} link={link} showsMaker={of === 'everyone'} />
          ))}
        </tbody>
      </table>
      <LoadMore query={query} what="public links" />
    </div>
  );
}
