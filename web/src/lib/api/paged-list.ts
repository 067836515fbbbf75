import type { Pagination } from '@sheaf/contract';
import { limits } from '@sheaf/contract';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

interface Item {
  id: string;
}
interface Page<T> {
  data: T[];
  pagination: Pagination;
}
type Pages<T> = InfiniteData<Page<T>, number>;

/** Longer lists are not reloaded as a whole; changes are applied in place. */
const FEW_PAGES = 5;
const FRESH_MS = 30_000;

/** A list that grows by a page as it is scrolled. */
export function pagedOptions<T extends Item>(
  queryKey: QueryKey,
  load: (query: { page: number; per_page: number }, signal: AbortSignal) => Promise<Page<T>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ page: pageParam, per_page: limits.perPage }, signal),
    initialPageParam: 1,
    getNextPageParam: (_last, pages, lastPage) => nextPage(pages, lastPage),
    select: ({ pages }) => ({ items: itemsOf(pages), total: totalOf(pages) }),
    placeholderData: keepPreviousData,
    staleTime: (query) => ((query.state.data?.pages.length ?? 0) > FEW_PAGES ? Number.POSITIVE_INFINITY : FRESH_MS),
  });
}

/** All loaded items, without duplicates: an item that moved to a later page while loading appears twice. */
export function itemsOf<T extends Item>(pages: readonly Page<T>[]): T[] {
  return [...new Map(pages.flatMap(({ data }) => data.map((item) => [item.id, item] as const))).values()];
}

function totalOf(pages: readonly Page<unknown>[]): number {
  return pages.at(-1)?.pagination.total ?? 0;
}

/**
 * The next page to load, by the number of items and not of pages: after a deletion everything moves up by one, and the
 * last page has one item that is not loaded yet.
 */
export function nextPage(pages: readonly Page<Item>[], lastPage: number): number | undefined {
  const loaded = itemsOf(pages).length;
  if (loaded >= totalOf(pages)) return undefined;
  const next = Math.floor(loaded / limits.perPage) + 1;
  const broughtNothing = itemsOf(pages.slice(0, -1)).length === loaded;
  return next === lastPage && broughtNothing ? undefined : next;
}

export function changed<T extends Item>(list: Pages<T>, id: string, change: Partial<T>): Pages<T> {
  return mapPages(list, (data) => data.map((item) => (item.id === id ? { ...item, ...change } : item)), 0);
}

export function without<T extends Item>(list: Pages<T>, id: string): Pages<T> {
  if (!list.pages.some(({ data }) => data.some((item) => item.id === id))) return list;
  return mapPages(list, (data) => data.filter((item) => item.id !== id), -1);
}

/** The list with one more item, sorted in by name; if its place is not loaded yet, only the total grows. */
export function including<T extends Item & { name: string }>(list: Pages<T>, added: T): Pages<T> {
  if (list.pages.some(({ data }) => data.some(({ id }) => id === added.id))) return list;
  const complete = itemsOf(list.pages).length >= totalOf(list.pages);
  const isAfter = ({ name }: T) => name.localeCompare(added.name, undefined, { sensitivity: 'base' }) > 0;
  const found = list.pages.findIndex(({ data }) => data.some(isAfter));
  const place = found === -1 && complete ? list.pages.length - 1 : found;
  const pages = list.pages.map(({ data, pagination }, index) => {
    const at = data.findIndex(isAfter);
    const grown = index === place ? data.toSpliced(at === -1 ? data.length : at, 0, added) : data;
    return { data: grown, pagination: { ...pagination, total: pagination.total + 1 } };
  });
  return { ...list, pages };
}

function mapPages<T>(list: Pages<T>, change: (data: T[]) => T[], more: number): Pages<T> {
  const pages = list.pages.map(({ data, pagination }) => ({
    data: change(data),
    pagination: { ...pagination, total: pagination.total + more },
  }));
  return { ...list, pages };
}

/** Changes every loaded list below the key before the server has answered. Returns a function that undoes it. */
export async function changeLists<T>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (list: Pages<T>) => Pages<T>,
): Promise<() => void> {
  await client.cancelQueries({ queryKey });
  const before = client.getQueriesData<Pages<T>>({ queryKey });
  for (const [key, list] of before) if (list) client.setQueryData(key, change(list));
  return () => {
    for (const [key, list] of before) if (list) client.setQueryData(key, list);
  };
}

/** Reloads the lists below the key that have few pages. */
export function reloadLists(client: QueryClient, queryKey: QueryKey): Promise<void> {
  return client.invalidateQueries({
    queryKey,
    predicate: ({ state }) => ((state.data as Pages<unknown> | undefined)?.pages.length ?? 0) <= FEW_PAGES,
  });
}
