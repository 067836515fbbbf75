import type { LinkedDocument } from '@sheaf/contract';
import { IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { formatBytes, formatDate } from '../../../lib/format/format.ts';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { insideQuery, perPage } from '../api/visits.ts';
import classes from './visits.module.css';

interface VisitedFolderProps {
  token: string;
  folder: Pick<LinkedDocument, 'id' | 'name'>;
  page: number;
}

/** The content of a folder, a page at a time. */
export function VisitedFolder({ token, folder, page }: VisitedFolderProps) {
  const inside = useQuery(insideQuery(token, folder.id, page));
  const navigate = useNavigate();
  if (inside.isPending) return <ListSkeleton rows={8} height={48} />;
  if (!inside.data) return <LoadFailed what="this folder" retry={() => void inside.refetch()} />;
  const { data, pagination } = inside.data;
  if (pagination.total === 0) {
    return (
      <EmptyState icon={IconFolderOpen} title="This folder is empty">
        Files added to it appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={`In ${folder.name}`}>
        {data.map((document) => (
          <li key={document.id}>
            <Link to="/l/$token" params={{ token }} search={{ at: document.id }} className={`hoverable ${classes.row}`}>
              <DocumentIcon type={document.type} />
              <span className={`ellipsis shrinkable ${classes.name}`}>{document.name}</span>
              <span className={classes.date}>{document.updated_at ? formatDate(document.updated_at) : ''}</span>
              <span className={classes.size}>{document.size === null ? '' : formatBytes(document.size)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        perPage={perPage}
        total={pagination.total}
        onChange={(to) => void navigate({ to: '/l/$token', params: { token }, search: { at: folder.id, page: to } })}
      />
    </>
  );
}
