import { Button, Group } from '@mantine/core';
import { uploadsSource } from '@sheaf/contract';
import { IconClock, IconFolder, IconFolderOff, IconUpload, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import table from '../../../ui/lists/table.module.css';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { useChoices } from '../choices.ts';
import { activeFilters, type DocumentQuery, noFilters, type Scope } from '../document-query.ts';
import type { DocumentSearch } from '../document-search.ts';
import { useFolder } from '../use-folder.ts';
import { NothingFound } from './nothing-found.tsx';

interface NothingHereProps {
  search: DocumentSearch;
  query: DocumentQuery;
  scope: Scope;
  /** Shown when no filter is set. */
  children: ReactNode;
  onSearch(change: Partial<DocumentSearch>): void;
}

/** An empty list: no match for the filters, an empty folder or place, or no documents at all. */
export function NothingHere({ search, query, scope, children, onSearch }: NothingHereProps) {
  if (query.search) return <NothingFound search={search} query={query} scope={scope} onSearch={onSearch} />;
  if (activeFilters(query, scope).length > 0) {
    return (
      <div className={table.none}>
        <p style={{ margin: '0 0 16px' }}>No data</p>
        <Group justify="center" gap={8}>
          <Button variant="default" size="sm" onClick={() => onSearch(noFilters)}>
            Clear filters
          </Button>
        </Group>
      </div>
    );
  }
  if (search.in) return <EmptyFolder id={search.in} />;
  return emptyPlace(search.place) ?? (query.account_id ? <EmptyAccount id={query.account_id} /> : children);
}

function EmptyFolder({ id }: { id: string }) {
  const { folder, absent, isPending } = useFolder(id);
  if (isPending) return null;
  if (absent) {
    return (
      <EmptyState
        icon={IconFolderOff}
        title="Folder not found"
        action={
          <ButtonLink to="/directory" variant="default">
            Go to Directory
          </ButtonLink>
        }
      >
        It was deleted, or it’s no longer shared with you.
      </EmptyState>
    );
  }
  const isUpload = folder?.own && folder.source.slug === uploadsSource;
  return (
    <EmptyState icon={IconFolder} title="This folder is empty">
      {isUpload
        ? 'Drop files here to upload them.'
        : `Files added to it in ${folder?.source.name ?? 'its app'} appear here.`}
    </EmptyState>
  );
}

function EmptyAccount({ id }: { id: string }) {
  const account = useChoices().accounts.find((one) => one.id === id);
  return (
    <EmptyState icon={IconFolder} title="No files yet">
      {`Files in ${account?.source.name ?? 'this account'} appear here once they’re synced.`}
    </EmptyState>
  );
}

function emptyPlace(place: string | undefined): ReactNode {
  if (place === 'my-files') {
    return (
      <EmptyState icon={IconUpload} title="No files yet">
        Drop files here to upload them, or use Upload.
      </EmptyState>
    );
  }
  if (place === 'shared') {
    return (
      <EmptyState icon={IconUsers} title="Nothing shared with you yet">
        Files and folders that people share with you appear here.
      </EmptyState>
    );
  }
  if (place === 'recent') {
    return (
      <EmptyState icon={IconClock} title="No recent files yet">
        Files you open, download, upload or change appear here.
      </EmptyState>
    );
  }
  return null;
}
