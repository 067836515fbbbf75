import { ActionIcon, UnstyledButton } from '@mantine/core';
import { ApiError, type ArchiveEntry } from '@sheaf/contract';
import { IconDownload, IconFileZip } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatBytes, formatDate } from '../../../../lib/format/format.ts';
import { DocumentIcon } from '../../../../ui/documents/document-icon.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../../ui/lists/load-more.tsx';
import { archiveQuery } from '../../api/archive.ts';
import view from '../view.module.css';
import classes from './archive.module.css';
import { SaveAction } from './save-action.tsx';

interface ArchiveFolderProps {
  documentId: string;
  path: string;
  onFolder(path: string): void;
  onFile(file: ArchiveEntry): void;
  onDownload(file: ArchiveEntry): void;
  problem(message: string): ReactNode;
}

export function ArchiveFolder({ documentId, path, onFolder, onFile, onDownload, problem }: ArchiveFolderProps) {
  const query = useInfiniteQuery(archiveQuery(documentId, path));
  if (query.isPending) return <ListSkeleton rows={6} height={44} />;
  if (!query.data) {
    const { error } = query;
    if (error instanceof ApiError && error.code === 'conflict') return problem(error.message);
    return (
      <div className={view.state}>
        <LoadFailed what="this archive" retry={() => void query.refetch()} />
      </div>
    );
  }
  if (query.data.total === 0) {
    return (
      <div className={view.state}>
        <EmptyState icon={IconFileZip} title={path ? 'This folder is empty' : 'This archive is empty'}>
          There are no files in it.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={classes.scroll}>
      <ul aria-label={path || 'In the archive'}>
        {query.data.items.map((entry) => (
          <Entry
            key={entry.id}
            documentId={documentId}
            entry={entry}
            onOpen={() => (entry.type === 'folder' ? onFolder(entry.path) : onFile(entry))}
            onDownload={() => onDownload(entry)}
          />
        ))}
      </ul>
      <LoadMore query={query} what="files" rowHeight={44} />
    </div>
  );
}

interface EntryProps {
  documentId: string;
  entry: ArchiveEntry;
  onOpen(): void;
  onDownload(): void;
}

function Entry({ documentId, entry, onOpen, onDownload }: EntryProps) {
  const { name, type, size, updated_at, problem, local_path } = entry;
  const content = (
    <>
      <DocumentIcon type={type} />
      <span className="grow stack">
        <span className="ellipsis shrinkable">{name}</span>
        {problem ? <span className="dimmed small">{problem}</span> : null}
      </span>
      <span className={classes.date}>{updated_at ? formatDate(updated_at) : ''}</span>
      <span className={classes.size}>{size === null ? '' : formatBytes(size)}</span>
    </>
  );
  return (
    <li className={`hoverable ${classes.entry}`}>
      {problem ? (
        <div className={`grow row gap-12 ${classes.row}`}>{content}</div>
      ) : (
        <UnstyledButton className={`grow row gap-12 ${classes.row}`} onClick={onOpen}>
          {content}
        </UnstyledButton>
      )}
      {local_path ? (
        <>
          <SaveAction documentId={documentId} file={entry} isSmall />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Download ${name}`}
            title="Download"
            onClick={onDownload}
          >
            <IconDownload size={18} stroke={1.8} />
          </ActionIcon>
        </>
      ) : (
        <span className={classes.noAction} />
      )}
    </li>
  );
}
