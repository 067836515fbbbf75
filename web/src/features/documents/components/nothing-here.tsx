import { Button } from '@mantine/core';
import { uploadsSource } from '@sheaf/contract';
import { IconFolder, IconFolderOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import table from '../../../ui/table.module.css';
import { useChoices } from '../choices.ts';
import { activeFilters, type DocumentQuery, noFilters, type Scope } from '../document-query.ts';
import type { DocumentSearch } from '../document-search.ts';
import { useFolder } from '../use-folder.ts';

interface NothingHereProps {
  query: DocumentQuery;
  scope: Scope;
  /** What to say where nothing is filtered. */
  children: ReactNode;
  onSearch(change: Partial<DocumentSearch>): void;
}

/** An empty list: by its filters, by its folder, or because there is nothing at all. */
export function NothingHere({ query, scope, children, onSearch }: NothingHereProps) {
  if (activeFilters(query, scope).length > 0) {
    return (
      <div className={table.none}>
        <p style={{ margin: '0 0 16px' }}>No data</p>
        <Button variant="default" size="sm" onClick={() => onSearch(noFilters)}>
          Clear filters
        </Button>
      </div>
    );
  }
  return query.account_id || query.parent_id ? <EmptyFolder query={query} /> : children;
}

function EmptyFolder({ query: { account_id, parent_id } }: { query: DocumentQuery }) {
  const { accounts } = useChoices();
  const { folder, absent, isPending } = useFolder(parent_id);
  if (isPending) return null;
  if (absent) {
    return (
      <EmptyState
        icon={IconFolderOff}
        title="This folder does not exist"
        action={
          <ButtonLink to="/directory" variant="default">
            Go to all files
          </ButtonLink>
        }
      >
        It was deleted, or it is no longer shared with you.
      </EmptyState>
    );
  }
  const source = folder?.source ?? accounts.find(({ id }) => id === account_id)?.source;
  const mine = folder?.own !== false && source?.slug === uploadsSource;
  return (
    <EmptyState icon={IconFolder} title="This folder is empty">
      {mine
        ? 'Drop files here to upload them.'
        : `What is added to it in ${source?.name ?? 'its source'} appears here.`}
    </EmptyState>
  );
}
