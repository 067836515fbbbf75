import { type Document, documents } from '@sheaf/contract';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { type DocumentQuery, listOf } from '../query/document-query.ts';
import type { Page } from '../query/page.ts';

const lists = () => [...organizationKey('documents'), 'list'];

/** One page of a list or of search results; the previous page stays while it loads. */
export const documentsQuery = (query: DocumentQuery) =>
  queryOptions({
    queryKey: [...lists(), query],
    queryFn: async ({ signal }): Promise<Page> => {
      // Only the names of items in the trash are searched.
      if (!query.search || query.place === 'trash')
        return { ...(await call(documents.list, { query: withoutOrder(query), signal })), list: listOf(query) };
      // Loaded on demand, to keep it out of the bundle of every page.
      const { findDocuments } = await import('./find-documents.ts');
      return findDocuments(query, signal);
    },
    placeholderData: keepPreviousData,
    // It changes with every opened document, and the server sends no events about that.
    ...(query.recent && { staleTime: 0 }),
  });

/** Lists don’t take the order of a search. */
const withoutOrder = (query: DocumentQuery): DocumentQuery => ({ ...query, order: undefined });

/** One document with the folders above it. */
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'one', id],
    queryFn: async ({ signal }) => (await call(documents.get, { params: { id }, signal })).data,
    // The page itself shows that a document is gone.
    meta: { quiet: true },
  });

/** The accounts of the documents the person may see. */
export const sourcesQuery = () =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'sources'],
    queryFn: async ({ signal }) => (await call(documents.sources, { signal })).data,
  });

/** Reloads the visible lists; cached ones become stale. */
export const reloadDocuments = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: organizationKey('documents') });

/**
 * Changes documents in every loaded list before the server has answered; undefined removes one. Returns a function that
 * undoes it.
 */
export async function changeDocuments(
  client: QueryClient,
  ids: ReadonlySet<string>,
  change: (document: Document) => Document | undefined,
): Promise<() => void> {
  await client.cancelQueries({ queryKey: lists() });
  const before = client.getQueriesData<Page>({ queryKey: lists() });
  for (const [key, page] of before) {
    if (page?.data.some(({ id }) => ids.has(id))) client.setQueryData(key, changedPage(page, ids, change));
  }
  return () => {
    for (const [key, page] of before) client.setQueryData(key, page);
  };
}

function changedPage(page: Page, ids: ReadonlySet<string>, change: (document: Document) => Document | undefined): Page {
  const data = page.data.flatMap((document) => (ids.has(document.id) ? (change(document) ?? []) : document));
  const total = page.pagination.total - (page.data.length - data.length);
  return { ...page, data, pagination: { ...page.pagination, total } };
}
