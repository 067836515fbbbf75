import { ApiError, type Document, documents } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

const reload = (client: QueryClient) => client.invalidateQueries({ queryKey: organizationKey('documents') });

/** Turns 'name is taken' into an error of the name field. */
async function errorAtName<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) => {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
    throw new ApiError(error.status, { message: error.message, code: 'conflict', errors: { name: [error.message] } });
  });
}

export const createFolder = mutationOptions({
  meta: { errorShownInPlace: true },
  mutationFn: async (body: { name: string; parent_id: string | null; account_id?: string }) =>
    (await errorAtName(call(documents.createFolder, { body }))).data,
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

/** Creates folders with their parents, as far as they do not exist. */
export const makeFolders = mutationOptions({
  mutationFn: (body: { paths: string[][]; parent_id: string | null; account_id?: string }) =>
    call(documents.makeFolders, { body }),
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

export const renameDocument = mutationOptions({
  meta: { errorShownInPlace: true },
  mutationFn: async ({ id, name }: { id: string; name: string }) =>
    (await errorAtName(call(documents.change, { params: { id }, body: { name } }))).data,
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

/** One after another: stops at the first that cannot be moved, and reports it. */
export const moveDocuments = mutationOptions({
  async mutationFn({ chosen, folderId }: { chosen: readonly Document[]; folderId: string | null }) {
    for (const { id } of chosen) await call(documents.change, { params: { id }, body: { parent_id: folderId } });
  },
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

/** The folders in one folder of an account, up to the limit of a page. */
export const foldersQuery = (accountId: string, folderId: string | null) =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'folders', accountId, folderId],
    queryFn: async ({ signal }) =>
      await call(documents.list, {
        query: { account_id: accountId, parent_id: folderId ?? 'root', type: 'folder', sort: 'name', per_page: 100 },
        signal,
      }),
  });
