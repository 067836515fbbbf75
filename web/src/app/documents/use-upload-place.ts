import { type SourceAccount, uploadsSource } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Scope } from '../../features/documents/document-query.ts';
import type { DocumentSearch } from '../../features/documents/document-search.ts';
import { useFolder } from '../../features/documents/use-folder.ts';
import type { Target } from '../../features/my-files/upload-item.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';
import { accountTitle } from '../../lib/format/account-title.ts';
import { isNamedPlace } from '../../ui/documents/places.ts';

export interface UploadPlace {
  /** Null: not known yet, or nothing can be added. */
  target: Target | null;
  /** Why nothing can be added. */
  obstacle: string | null;
}

const unknown: UploadPlace = { target: null, obstacle: null };

/**
 * Where things are added: the open folder, the top level of the open account, else that of My files; on the page of a label or
 * a collection they get it. Null: uploads are not offered there.
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
    if (!hasAccounts || (!isAccount && place !== undefined && place !== 'my-files')) return null;
    if (isAccount && account?.source.holds !== 'files') return null;
    if (isPending) return unknown;
    if (folder?.own && folder.type === 'folder') {
      const { id, name, source, cannot } = folder;
      if (source.slug === uploadsSource) return { target: { folderId: id, name }, obstacle: null };
      if (cannot.add) return { target: null, obstacle: cannot.add };
      return { target: { folderId: id, accountId: folder.account.id, app: source.name, name }, obstacle: null };
    }
    if (!account) return { target: { folderId: null, name: 'My files', labelId, collectionId }, obstacle: null };
    return folderId ? unknown : topOf(account);
  }, [hasAccounts, labelId, collectionId, place, isAccount, account, isPending, folder, folderId]);
}

/** Of an account of which only chosen folders are synced, nobody would see what is beside them. */
function topOf(account: SourceAccount): UploadPlace {
  const { id, source, cannot, settings } = account;
  const isPartial = settings.file_mode !== 'all';
  const obstacle = cannot.add ?? (isPartial ? 'Only some folders are synced. Open one of them to upload.' : null);
  if (obstacle) return { target: null, obstacle };
  return {
    target: { folderId: null, accountId: id, app: source.name, name: accountTitle(account, source) },
    obstacle: null,
  };
}
