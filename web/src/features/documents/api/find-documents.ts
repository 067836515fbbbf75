import { search } from '@sheaf/contract';
import { call } from '../../../lib/api/http.ts';
import { type DocumentQuery, listOf } from '../query/document-query.ts';
import type { Page } from '../query/page.ts';

/** Searches names and contents. The server puts the results in order. */
export async function findDocuments(query: DocumentQuery, signal: AbortSignal): Promise<Page> {
  const { search: q, sort: _, order, place, ...others } = query;
  const filters = place === 'starred' ? { ...others, place } : others;
  const { data, pagination } = await call(search.find, { query: { ...filters, q, sort: order }, signal });
  return {
    data: data.map(({ document }) => document),
    pagination,
    list: listOf(query),
    matches: new Map(data.map(({ document, ...match }) => [document.id, match])),
  };
}
