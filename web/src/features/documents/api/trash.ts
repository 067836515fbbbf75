import { type Document, documents, trash } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, isAbsent, organizationKey } from '../../../lib/api/http.ts';
import { count } from '../../../lib/format/format.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { changeDocuments, reloadDocuments } from './documents.ts';

/** The accounts with something in the trash. Reloaded with the lists of documents. */
export const trashQuery = () =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'trash'],
    queryFn: async ({ signal }) => (await call(trash.accounts, { signal })).data,
  });

/** One’s own document, if it is in the trash; null: it isn’t. */
export const trashedQuery = (id: string) =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'trashed', id],
    queryFn: async ({ signal }) => {
      try {
        return (await call(trash.find, { params: { id }, signal })).data;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    // If it isn’t found, the page offers to request access.
    meta: { quiet: true },
  });

const idsOf = (chosen: readonly { id: string }[]) => chosen.map(({ id }) => id);

/** “plan.txt”, or the number of several. */
export const nameOf = (chosen: readonly Pick<Document, 'name'>[]): string =>
  chosen.length === 1 ? `“${chosen[0]!.name}”` : count(chosen.length, 'document');

export const restoreDocuments = mutationOptions({
  mutationFn: (chosen: readonly Document[]) => call(documents.restore, { body: { document_ids: idsOf(chosen) } }),
  onMutate: (chosen, { client }) => changeDocuments(client, new Set(idsOf(chosen)), (document) => leftTrash(document)),
  onError: (_error, _chosen, undo) => undo?.(),
  onSuccess: (_data, chosen) => toast.success(`${nameOf(chosen)} restored`),
  onSettled: (_data, _error, _chosen, _undo, { client }) => reloadDocuments(client),
});

/** Lists of the trash lose it; other lists have it only once the server has answered. */
const leftTrash = (document: Document): Document | undefined => (document.deleted ? undefined : document);

export const deleteForever = mutationOptions({
  mutationFn: (chosen: readonly Document[]) => call(trash.delete, { body: { document_ids: idsOf(chosen) } }),
  onMutate: (chosen, { client }) => changeDocuments(client, new Set(idsOf(chosen)), leftTrash),
  onError: (_error, _chosen, undo) => undo?.(),
  onSuccess: (_data, chosen) => toast.success(`${nameOf(chosen)} deleted for good`),
  onSettled: (_data, _error, _chosen, _undo, { client }) => reloadDocuments(client),
});

export const emptyTrash = mutationOptions({
  mutationFn: (accountIds: readonly string[]) =>
    Promise.all(accountIds.map((account_id) => call(trash.empty, { body: { account_id } }))),
  onSuccess: () => toast.success('Trash emptied'),
  onSettled: (_data, _error, _accounts, _result, { client }) => reloadDocuments(client),
});
