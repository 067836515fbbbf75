import { type Document, documents, type Pagination, sources, transfers, uploadsSource } from '@sheaf/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { organizationKey } from '../../../lib/organization-key.ts';
import type { TreeNode, TreePage } from '../../../ui/tree/tree-rows.ts';
import type { TreeQuery } from '../../../ui/tree/use-tree.ts';
import type { Place } from '../places.ts';

const PAGE = 100;

/** My files, which is no connected account. Whatever changes documents may change how many are in it. */
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

/** What a folder of the account holds here. Not asked for again with every change of documents: a sync brings many. */
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

/** Documents by id. What is gone, or not one's own, is left out. */
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

/** Stands for the top of an account in the tree of its folders. */
export const TOP = ':top:';

/** The folders at the destination, below one node for its top. Those of My files are documents here. */
export const destinationTreeQuery =
  ({ id: account, name, source }: Place): TreeQuery<TreeNode> =>
  ({ parent, page }) => ({
    queryKey: [...organizationKey('source-folders'), account, 'destination', parent, page],
    async queryFn({ signal }): Promise<TreePage<TreeNode>> {
      if (parent === null) return { nodes: [{ id: TOP, name: `Top of ${name}` }], hidden: 0, next: null };
      const folder = parent === TOP ? null : parent;
      if (source.slug === uploadsSource) {
        const { data, pagination } = await listOf(account, folder, Number(page ?? 1), signal, 'folder');
        return { nodes: data, hidden: 0, next: nextOf(pagination) };
      }
      const body = { source_account_id: account, parent_id: folder, ...(page === null ? {} : { page }) };
      const { files, next } = (await call(sources.files, { body, signal })).data;
      return { nodes: files.filter(({ kind }) => kind === 'folder'), hidden: 0, next };
    },
  });
