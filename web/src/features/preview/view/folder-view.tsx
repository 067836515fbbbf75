import { Text, UnstyledButton } from '@mantine/core';
import type { DocumentDetails } from '@sheaf/contract';
import { IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { count, formatBytes } from '../../../lib/format.ts';
import { DocumentIcon } from '../../../ui/document-icon.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { insideQuery } from '../api/document.ts';
import classes from './view.module.css';

interface FolderViewProps {
  document: DocumentDetails;
  /** Shows something that is inside. */
  onOpen(id: string): void;
}

/** The first of what is in a folder, and the way into it. */
export function FolderView({ document, onOpen }: FolderViewProps) {
  const inside = useQuery(insideQuery(document.id));
  if (inside.isPending) return <ListSkeleton rows={6} height={44} />;
  if (inside.isError) return <LoadFailed what="what is in this folder" retry={() => void inside.refetch()} />;
  const { data, pagination } = inside.data;
  if (data.length === 0) {
    return (
      <div className={classes.state}>
        <EmptyState icon={IconFolderOpen} title="This folder is empty">
          What is put into it in {document.source.name} appears here.
        </EmptyState>
      </div>
    );
  }
  const more = pagination.total - data.length;
  return (
    <>
      <div className={classes.bar}>
        {count(pagination.total, 'item')}
        <ButtonLink to="/directory" search={{ parent_id: document.id }} variant="default">
          Open folder
        </ButtonLink>
      </div>
      <ul className={classes.inside} aria-label={`In ${document.name}`}>
        {data.map(({ id, name, type, size }) => (
          <li key={id}>
            <UnstyledButton className={classes.item} onClick={() => onOpen(id)}>
              <DocumentIcon type={type} />
              <span className={classes.fileName}>{name}</span>
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
