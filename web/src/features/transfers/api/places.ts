import { type Document, documents, type Pagination, sources, transfers, uploadsSource } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { accountTitle } from '../../../lib/format/account-title.ts';
import type { TreeNode, TreePage } from '../../../ui/tree/tree-rows.ts';
import type { TreeQuery } from '../../../ui/tree/use-tree.ts';
import type { Place } from '../places.ts';

const PAGE = 100;

/**
 * My files, which is not a connected account. Its key is below that of documents, because changes of documents change
 * its counts.
 */
export const myFilesQuery = () =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'my-files'],
    queryFn: async ({ signal }) => (await call(transfers.myFiles, { signal })).data,
  });

/** A document that can be chosen, and the account it is in. */
export interface Choosable extends TreeNode {
  type: Document['type'];
  size: number | null;
  accountId: string;
}

const toChoosable = ({ id, name, type, size, account }: Document): Choosable => ({
  id,
  name,
  type,
  size,
  leaf: type !== 'folder',
  accountId: account.id,
});

/**
 * The documents in a folder of the account. Not reloaded with every change of documents, because a sync causes many.
 */
export const documentTreeQuery =
  (accountId: string): TreeQuery<Choosable> =>
  ({ parent, page }) => ({
    queryKey: [...organizationKey('transfers'), 'tree', accountId, parent, page],
    async queryFn({ signal }): Promise<TreePage<Choosable>> {
      const { data, pagination } = await listOf(accountId, parent, Number(page ?? 1), signal);
      return { nodes: data.map(toChoosable), hidden: 0, next: nextOf(pagination) };
    },
  });

const listOf = (accountId: string, parent: string | null, page: number, signal: AbortSignal, type?: 'folder') =>
  call(documents.list, {
    query: { account_id: accountId, parent_id: parent ?? 'root', sort: 'name', type, page, per_page: PAGE },
    signal,
  });

const nextOf = ({ currentPage, perPage, total }: Pagination) =>
  currentPage * perPage < total ? String(currentPage + 1) : null;

/** Documents by id. Deleted ones and those of other people are left out. */
export const chosenQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...organizationKey('transfers'), 'chosen', ids],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        ids.map((id) => call(documents.get, { params: { id }, signal }).catch(() => undefined)),
      );
      return found.flatMap((answer) => (answer?.data.own ? toChoosable(answer.data) : []));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byName = (a: TreeNode, b: TreeNode) => names.compare(a.name, b.name);

/** The id of the node for the top level of an account. */
export const TOP = ':top:';

/** The folders at the destination, below one node for its top level. Folders of My files are documents here. */
export const destinationTreeQuery =
  ({ id: account, source, ...place }: Place): TreeQuery<TreeNode> =>
  ({ parent, page }) => ({
    queryKey: [...organizationKey('source-folders'), account, 'destination', parent, page],
    async queryFn({ signal }): Promise<TreePage<TreeNode>> {
      if (parent === null)
        return { nodes: [{ id: TOP, name: `${accountTitle(place, source)} (top level)` }], hidden: 0, next: null };
      const folder = parent === TOP ? null : parent;
      if (source.slug === uploadsSource) {
        const { data, pagination } = await listOf(account, folder, Number(page ?? 1), signal, 'folder');
        return { nodes: data, hidden: 0, next: nextOf(pagination) };
      }
      const body = { source_account_id: account, parent_id: folder, ...(page === null ? {} : { page }) };
      const { files, next } = (await call(sources.browse, { body, signal })).data;
      // Clouds list in their own order.
      const folders = files.filter(({ kind }) => kind === 'folder').toSorted(byName);
      return { nodes: folders, hidden: 0, next };
    },
  });

/** Creates a folder at the destination itself, in the top level (TOP) or in a folder. */
export const createDestinationFolder = mutationOptions({
  meta: { errorShownInPlace: true },
  mutationFn: async ({ account, parent, name }: { account: string; parent: string; name: string }) => {
    const body = { source_account_id: account, parent_id: parent === TOP ? null : parent, name };
    return (await call(transfers.createFolder, { body })).data;
  },
  onSuccess: (_folder, { account }, _result, { client }) =>
    client.invalidateQueries({ queryKey: [...organizationKey('source-folders'), account] }),
});
