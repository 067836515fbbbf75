import { type SourceAccount, uploadsSource } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DocumentSearch } from '../../features/documents/document-search.ts';
import { useFolder } from '../../features/documents/use-folder.ts';
import type { Target } from '../../features/my-files/upload-item.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';
import { accountTitle } from '../../lib/format/account-title.ts';
import { isNamedPlace } from '../../ui/documents/places.ts';

const top: Target = { folderId: null, name: 'My files' };

/**
 * Where things are added: the open folder, the top level of the open account, else that of My files. Null: not known yet,
 * or nothing can be added there.
 */
export function useUploadTarget({ place, in: folderId }: DocumentSearch, hasAccounts: boolean): Target | null {
  const { folder, isPending } = useFolder(folderId);
  const isAccount = place !== undefined && !isNamedPlace(place);
  const { data: accounts } = useQuery({ ...accountsQuery(), enabled: hasAccounts && isAccount });
  const account = accounts?.find(({ id }) => id === place);
  return useMemo(() => {
    if (isPending) return null;
    if (folder?.own && folder.type === 'folder') {
      if (folder.source.slug === uploadsSource) return { folderId: folder.id, name: folder.name };
      if (isAccount && !folder.cannot.add)
        return { folderId: folder.id, accountId: folder.account.id, name: folder.name };
    }
    if (!isAccount) return top;
    return account && !folderId ? topOf(account) : null;
  }, [folder, folderId, isPending, isAccount, account]);
}

/** Of an account of which only chosen folders are synced, nobody would see what is beside them. */
const topOf = (account: SourceAccount): Target | null =>
  account.cannot.add || account.settings.file_mode !== 'all'
    ? null
    : { folderId: null, accountId: account.id, name: accountTitle(account, account.source) };
