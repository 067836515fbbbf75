import { uploadsSource } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { documentQuery } from '../../features/documents/api/documents.ts';
import type { DocumentSearch } from '../../features/documents/document-search.ts';
import type { Target } from '../../features/uploads/upload-item.ts';

const top: Target = { folderId: null, name: 'My files' };

/** Where uploads go: into the folder that is looked at if it is in My files, else to the top of My files. */
export function useUploadTarget({ parent_id }: DocumentSearch): Target {
  const folderId = parent_id === 'root' ? undefined : parent_id;
  const { data: folder } = useQuery({ ...documentQuery(folderId ?? ''), enabled: folderId !== undefined });
  const isMine = folder?.own && folder.type === 'folder' && folder.source.slug === uploadsSource;
  return useMemo(() => (folder && isMine ? { folderId: folder.id, name: folder.name } : top), [folder, isMine]);
}
