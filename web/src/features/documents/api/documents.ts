import { type Document, documents, type Pagination } from '@sheaf/contract';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { organizationKey } from '../../../lib/organization-key.ts';
import type { DocumentQuery } from '../document-query.ts';

const lists = () => [...organizationKey('documents'), 'list'];

interface Page {
  data: Document[];
  pagination: Pagination;
}

/** One page of a list; the page before stays while it loads. */
export const documentsQuery = (query: DocumentQuery) =>
  queryOptions({
    queryKey: [...lists(), query],
    queryFn: ({ signal }) => call(documents.list, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** One document with the folders above it. */
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'one', id],
    queryFn: async ({ signal }) => (await call(documents.get, { params: { id }, signal })).data,
    // One that is gone is told by the page.
    meta: { quiet: true },
  });

/** Where what one may see comes from. */
export const sourcesQuery = () =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'sources'],
    queryFn: async ({ signal }) => (await call(documents.sources, { signal })).data,
  });

/** What is shown is asked for again; what is kept for later counts as old. */
export const reloadDocuments = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: organizationKey('documents') });

/**
 * Changes documents in every loaded list before the server has answered; undefined takes one out. Answers how to take
 * it back.
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
  return { data, pagination: { ...page.pagination, total } };
}
