import type { Document } from '@sheaf/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { documentsQuery } from '../api/documents.ts';
import { listOf, type Scope, shownSort, toQuery } from './document-query.ts';
import type { DocumentSearch } from './document-search.ts';

const none: readonly Document[] = [];

/** The page named in the address. The next page is loaded as soon as this one is. */
export function useDocumentPage(search: DocumentSearch, scope: Scope) {
  const client = useQueryClient();
  const query = useMemo(() => toQuery(search, scope), [search, scope]);
  const result = useQuery(documentsQuery(query));
  const { data, isPlaceholderData } = result;
  // The previous page stays in view while another list loads; its total says nothing about this list.
  const isOtherList = data !== undefined && data.list !== listOf(query);
  const total = data?.pagination.total ?? 0;
  const last = Math.max(1, Math.ceil(total / query.per_page));

  const prefetch = (page: number) => {
    if (page >= 1 && page <= last) void client.prefetchQuery(documentsQuery({ ...query, page }));
  };
  const next = data && !isPlaceholderData && query.page < last ? query.page + 1 : undefined;
  useEffect(() => {
    if (next) void client.prefetchQuery(documentsQuery({ ...query, page: next }));
  }, [client, query, next]);

  const documents = data?.data ?? none;
  const sort = shownSort(query, documents);
  return { query, sort, result, documents, matches: data?.matches, total, last, isOtherList, prefetch };
}
