import { uploadsSource } from '@sheaf/contract';
import { useMemo } from 'react';
import type { DocumentSearch } from '../../features/documents/document-search.ts';
import { useFolder } from '../../features/documents/use-folder.ts';
import type { Target } from '../../features/my-files/upload-item.ts';

const top: Target = { folderId: null, name: 'My files' };

/** The target of uploads: the open folder if it is in My files, else the top level of My files. Null: not known yet. */
export function useUploadTarget({ in: folderId }: DocumentSearch): Target | null {
  const { folder, isPending } = useFolder(folderId);
  const isMine = folder?.own && folder.type === 'folder' && folder.source.slug === uploadsSource;
  return useMemo(() => {
    if (isPending) return null;
    return folder && isMine ? { folderId: folder.id, name: folder.name } : top;
  }, [folder, isPending, isMine]);
}
