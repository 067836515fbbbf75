import { Button } from '@mantine/core';
import { uploadsSource } from '@sheaf/contract';
import { IconExternalLink, IconFilterOff, IconFolder, IconMail, IconMessages } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { folderKind } from '../../../ui/documents/document-icon.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { activeFilters, type DocumentQuery, noFilters, type Scope } from '../query/document-query.ts';
import type { DocumentSearch } from '../query/document-search.ts';
import { useFolder } from '../use-folder.ts';
import { NothingFound } from './nothing-found.tsx';

interface NothingHereProps {
  search: DocumentSearch;
  query: DocumentQuery;
  scope: Scope;
  /** Shown when no filter is set and the list is not of a folder. */
  children: ReactNode;
  /** Shown in place of a folder that can’t be seen. */
  renderAbsent(id: string): ReactNode;
  onSearch(change: Partial<DocumentSearch>): void;
}

/** An empty list: no match for the filters, an empty folder, or a page without documents. */
export function NothingHere({ search, query, scope, children, renderAbsent, onSearch }: NothingHereProps) {
  if (query.search) return <NothingFound search={search} query={query} scope={scope} onSearch={onSearch} />;
  if (activeFilters(query, scope).length > 0) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No data"
        action={
          <Button variant="default" size="sm" onClick={() => onSearch(noFilters)}>
            Clear filters
          </Button>
        }
      >
        No files match these filters.
      </EmptyState>
    );
  }
  return search.in ? <EmptyFolder id={search.in} renderAbsent={renderAbsent} /> : children;
}

function EmptyFolder({ id, renderAbsent }: { id: string } & Pick<NothingHereProps, 'renderAbsent'>) {
  const { folder, absent, isPending } = useFolder(id);
  if (isPending) return null;
  if (absent) return renderAbsent(id);
  const kind = folder ? folderKind(folder) : null;
  const isChat = kind === 'channel' || kind === 'person' || kind === 'people';
  const app = folder?.source.name ?? 'its app';
  const isUpload = folder?.source.slug === uploadsSource;
  const mayAdd = folder?.permission === 'edit' && !folder.cannot.add;
  return (
    <EmptyState
      icon={isChat ? IconMessages : kind ? IconMail : IconFolder}
      title={isChat ? 'No messages here yet' : kind ? 'No emails here yet' : 'This folder is empty'}
      action={folder?.web_url ? <OpenInApp href={folder.web_url} app={app} /> : undefined}
    >
      {isUpload
        ? mayAdd
          ? 'Drop files here to upload them.'
          : `Files that ${folder.created_by.name} adds appear here.`
        : kind
          ? `What arrives in ${app} appears here after the next sync.`
          : `Files added to it in ${app} appear here.`}
    </EmptyState>
  );
}

const OpenInApp = ({ href, app }: { href: string; app: string }) => (
  <Button
    component="a"
    href={href}
    target="_blank"
    rel="noopener"
    variant="default"
    size="sm"
    rightSection={<IconExternalLink size={16} stroke={1.7} aria-hidden />}
  >
    Open in {app}
  </Button>
);
