import { Text, UnstyledButton } from '@mantine/core';
import type { DocumentDetails } from '@sheaf/contract';
import { IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { count, formatBytes } from '../../../lib/format/format.ts';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import { folderSearch } from '../../../ui/documents/places.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { insideQuery } from '../api/document.ts';
import classes from './view.module.css';

interface FolderViewProps {
  document: DocumentDetails;
  /** Opens a document in the folder. */
  onOpen(id: string): void;
}

/** The first documents in a folder, and a link to all. */
export function FolderView({ document, onOpen }: FolderViewProps) {
  const inside = useQuery(insideQuery(document.id));
  if (inside.isPending) return <ListSkeleton rows={6} height={44} />;
  if (inside.isError) return <LoadFailed what="this folder" retry={() => void inside.refetch()} />;
  const { data, pagination } = inside.data;
  if (data.length === 0) {
    return (
      <div className={classes.state}>
        <EmptyState icon={IconFolderOpen} title="This folder is empty">
          Files added to it in {document.source.name} appear here.
        </EmptyState>
      </div>
    );
  }
  const more = pagination.total - data.length;
  return (
    <>
      <div className={`row wrap between dimmed ${classes.bar}`}>
        {count(pagination.total, 'item')}
        <ButtonLink to="/directory" search={folderSearch(document)} variant="default">
          Open folder
        </ButtonLink>
      </div>
      <ul className={classes.inside} aria-label={`In ${document.name}`}>
        {data.map(({ id, name, type, size }) => (
          <li key={id}>
            <UnstyledButton className={`hoverable row gap-12 wide ${classes.item}`} onClick={() => onOpen(id)}>
              <DocumentIcon type={type} />
              <span className="ellipsis shrinkable">{name}</span>
              <span className={classes.fileSize}>{size === null ? '' : formatBytes(size)}</span>
            </UnstyledButton>
          </li>
        ))}
        {more > 0 ? (
          <li>
            <Text c="dimmed">and {count(more, 'other')}</Text>
          </li>
        ) : null}
      </ul>
    </>
  );
}
