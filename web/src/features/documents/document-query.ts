import { type CallInput, documents, limits } from '@sheaf/contract';
import type { DocumentSearch } from './document-search.ts';

type Query = NonNullable<CallInput<typeof documents.list>['query']>;
export type DocumentQuery = Omit<Query, 'page' | 'per_page'> & { page: number; per_page: number; sort: Sort };
export type Sort = NonNullable<Query['sort']>;
export type View = 'list' | 'grid';

/** Narrow the list; account and folder are rather places. */
const filterNames = [
  'search',
  'type',
  'source_id',
  'label_id',
  'collection_id',
  'owner',
  'updated_from',
  'updated_to',
] as const;
type FilterName = (typeof filterNames)[number];

const placeNames = ['account_id', 'parent_id'] as const;
const rules = documents.list.query.shape;

/** What a page can list: one label, one collection, or everything. */
export interface Scope {
  label_id?: string;
  collection_id?: string;
}

/** The call that an address stands for. What the contract would refuse is left out, so an old link still shows a list. */
export function toQuery(search: DocumentSearch, scope: Scope = {}): DocumentQuery {
  const given = Object.fromEntries(
    [...filterNames, ...placeNames].flatMap((name) => {
      const value = rules[name].safeParse(name === 'search' ? search.search?.trim() : search[name]);
      return value.success && value.data ? [[name, value.data]] : [];
    }),
  ) as Omit<DocumentQuery, 'sort' | 'page' | 'per_page'>;
  // The top of an account is only known together with the account.
  if (given.parent_id === 'root' && !given.account_id) delete given.parent_id;
  return { ...given, ...scope, sort: sortOf(search), page: search.page ?? 1, per_page: limits.perPage };
}

/** In a folder by name; elsewhere the newest first. */
function sortOf(search: DocumentSearch): Sort {
  const sort = rules.sort.safeParse(search.sort);
  if (sort.success && sort.data) return sort.data;
  return search.parent_id ? 'name' : '-updated_at';
}

/** The same column again turns the order around. Names begin at A, everything else at the newest, the largest. */
export function nextSort(current: Sort, column: 'name' | 'updated_at' | 'size' | 'type'): Sort {
  const first: Sort = column === 'name' || column === 'type' ? column : `-${column}`;
  const other: Sort = first === column ? `-${column}` : column;
  return current === first ? other : first;
}

/** Which filters are set, those of the page itself left out. */
export function activeFilters(query: DocumentQuery, scope: Scope = {}): FilterName[] {
  return filterNames.filter((name) => query[name] !== undefined && !(name in scope));
}

export const noFilters: Readonly<Record<FilterName, undefined>> = {
  search: undefined,
  type: undefined,
  source_id: undefined,
  label_id: undefined,
  collection_id: undefined,
  owner: undefined,
  updated_from: undefined,
  updated_to: undefined,
};

/** Another filter or order begins at the first page; a preview does not survive a change of the list. */
export function changeSearch(search: DocumentSearch, change: Partial<DocumentSearch>): DocumentSearch {
  const stays = 'view' in change || 'preview' in change;
  const merged = { ...search, ...(stays ? {} : { page: undefined, preview: undefined }), ...change };
  return Object.fromEntries(
    Object.entries(merged).filter(
      ([name, value]) => value !== undefined && value !== '' && !(name === 'page' && value === 1),
    ),
  );
}
