import { ApiError, documents } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { pagedOptions } from '../../../lib/api/paged-list.ts';

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

/** Creates folders and their parents, unless they exist. */
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

/** The folders in one folder of an account. */
export const foldersQuery = (accountId: string, folderId: string | null) =>
  pagedOptions([...organizationKey('documents'), 'folders', accountId, folderId], (page, signal) => {
    const place = { account_id: accountId, parent_id: folderId ?? 'root' };
    return call(documents.list, { query: { ...place, type: 'folder', sort: 'name', ...page }, signal });
  });

/** The outermost folders that others share, up to the limit of a page. */
export const sharedFoldersQuery = () =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'shared-folders'],
    queryFn: async ({ signal }) => {
      const query = { owner: 'shared', parent_id: 'root', type: 'folder', sort: 'name', per_page: 100 } as const;
      return (await call(documents.list, { query, signal })).data;
    },
  });
