import { sources } from '@sheaf/contract';
import { call, organizationKey } from '../../../lib/api/http.ts';
import type { TreePage } from '../../../ui/tree/tree-rows.ts';
import type { TreeQuery } from '../../../ui/tree/use-tree.ts';

export interface Folder {
  id: string;
  name: string;
}

/** One page of the channels, labels or mailboxes of an account of chats or mail. */
export const channelQuery =
  (account: string): TreeQuery<Folder> =>
  ({ page }) => ({
    queryKey: [...organizationKey('source-channels'), account, page],
    async queryFn({ signal }): Promise<TreePage<Folder>> {
      const body = { source_account_id: account, kind: 'chats', ...(page === null ? {} : { page }) } as const;
      const { chats, next } = (await call(sources.browse, { body, signal })).data;
      return { nodes: chats.map(({ id, name }) => ({ id, name, leaf: true })), hidden: 0, next };
    },
  });

/** One page of the folders in a folder at the source. Files are only counted. */
export const folderQuery =
  (account: string): TreeQuery<Folder> =>
  ({ parent, page }) => ({
    queryKey: [...organizationKey('source-folders'), account, parent, page],
    async queryFn({ signal }): Promise<TreePage<Folder>> {
      const body = { source_account_id: account, parent_id: parent, ...(page === null ? {} : { page }) };
      const { files, next } = (await call(sources.browse, { body, signal })).data;
      const folders = files.filter(({ kind }) => kind === 'folder').map(({ id, name }) => ({ id, name }));
      return { nodes: folders, hidden: files.length - folders.length, next };
    },
  });
