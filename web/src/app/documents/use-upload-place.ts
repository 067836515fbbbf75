import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Scope } from '../../features/documents/query/document-query.ts';
import type { DocumentSearch } from '../../features/documents/query/document-search.ts';
import { useFolder } from '../../features/documents/use-folder.ts';
import type { Target } from '../../features/my-files/upload-item.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';
import { accountTarget, folderTarget, myFilesTarget, topObstacle } from '../../ui/documents/folder-target.ts';
import { isNamedPlace } from '../../ui/documents/places.ts';

export interface UploadPlace {
  /** Null: not known yet, or nothing can be added. */
  target: Target | null;
  /** Why nothing can be added. */
  obstacle: string | null;
}

const unknown: UploadPlace = { target: null, obstacle: null };

/**
 * Where uploads go: the open folder (including editable folders of others), the top level of the open account, or else
 * that of My files. On the page of a label or collection, uploads are added to it. Null: the page offers no uploads.
 */
export function useUploadPlace(
  { place, in: folderId }: DocumentSearch,
  { label_id: labelId, collection_id: collectionId }: Scope,
  hasAccounts: boolean,
): UploadPlace | null {
  const { folder, isPending } = useFolder(folderId);
  const isAccount = place !== undefined && !isNamedPlace(place);
  const { data: accounts } = useQuery({ ...accountsQuery(), enabled: hasAccounts && isAccount });
  const account = accounts?.find(({ id }) => id === place);
  return useMemo(() => {
    if (folder?.permission === 'edit' && folder.type === 'folder' && !folder.conversation)
      if (!folder.own || hasAccounts) return { target: folderTarget(folder), obstacle: folder.cannot.add };
    if (!hasAccounts || (!isAccount && place !== undefined && place !== 'my-files')) return null;
    if (isAccount && account?.source.holds !== 'files') return null;
    if (isPending) return unknown;
    if (!account) return { target: { ...myFilesTarget, labelId, collectionId }, obstacle: null };
    if (folderId) return unknown;
    const obstacle = topObstacle(account);
    return { target: obstacle ? null : accountTarget(account), obstacle };
  }, [hasAccounts, labelId, collectionId, place, isAccount, account, isPending, folder, folderId]);
}
