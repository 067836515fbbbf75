import { search } from '@sheaf/contract';
import { call } from '../../../lib/api/http.ts';
import type { DocumentQuery } from '../document-query.ts';
import type { Page } from '../page.ts';

/** Searches names and contents. The server ranks the results, so they have no other order. */
export async function findDocuments(query: DocumentQuery, signal: AbortSignal): Promise<Page> {
  const { search: q, sort: _, ...filters } = query;
  const { data, pagination } = await call(search.find, { query: { ...filters, q }, signal });
  return {
    data: data.map(({ document }) => document),
    pagination,
    matches: new Map(data.map(({ document, ...match }) => [document.id, match])),
  };
}
