import { uploadsSource } from '@sheaf/contract';
import { useMemo } from 'react';
import type { DocumentSearch } from '../../features/documents/document-search.ts';
import { useFolder } from '../../features/documents/use-folder.ts';
import type { Target } from '../../features/uploads/upload-item.ts';

const top: Target = { folderId: null, name: 'My files' };

/** Where uploads go: into the folder that is looked at if it is in My files, else to the top of My files. */
export function useUploadTarget({ parent_id }: DocumentSearch): Target {
  const { folder } = useFolder(parent_id);
  const isMine = folder?.own && folder.type === 'folder' && folder.source.slug === uploadsSource;
  return useMemo(() => (folder && isMine ? { folderId: folder.id, name: folder.name } : top), [folder, isMine]);
}
