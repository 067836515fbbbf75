import { Button } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import table from '../../../ui/table.module.css';
import { activeFilters, type DocumentQuery, noFilters, type Scope } from '../document-query.ts';
import type { DocumentSearch } from '../document-search.ts';

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
  if (query.account_id || query.parent_id) {
    return (
      <EmptyState icon={IconFolder} title="This folder is empty">
        What is added to it at its source appears here.
      </EmptyState>
    );
  }
  return children;
}
