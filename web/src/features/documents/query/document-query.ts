import { type CallInput, type Document, documents, limits, uploadsSource } from '@sheaf/contract';
import { isNamedPlace } from '../../../ui/documents/places.ts';
import { type DocumentSearch, isEverywhere, lookedThrough } from './document-search.ts';

type Query = NonNullable<CallInput<typeof documents.list>['query']>;
export type DocumentQuery = Omit<Query, 'page' | 'per_page'> & {
  page: number;
  per_page: number;
  /** Only for a search; left out: by relevance. */
  order?: 'date';
};
export type Sort = NonNullable<Query['sort']>;
export type View = 'list' | 'grid';

/** Filters of the list. A place and a folder are not filters. */
const filterNames = [
  'search',
  'type',
  'source_id',
  'account_id',
  'label_id',
  'collection_id',
  'owner',
  'updated_from',
  'updated_to',
] as const;
type FilterName = (typeof filterNames)[number];

const rules = documents.list.query.shape;

/** The scope of a page before any filter: one label, one collection, a place, or everything. */
export type Scope = Pick<
  Query,
  'label_id' | 'collection_id' | 'account_id' | 'source_id' | 'owner' | 'recent' | 'place'
>;

const namedScopes = {
  'my-files': { source_id: uploadsSource, owner: 'me' },
  shared: { owner: 'shared' },
  recent: { recent: 'true' },
  starred: { place: 'starred' },
  trash: { place: 'trash' },
} as const satisfies Record<string, Scope>;

/** The filters that make up a place; empty for an unknown name. */
export function scopeOf(place: string | undefined): Scope {
  if (isNamedPlace(place)) return namedScopes[place];
  const account = rules.account_id.safeParse(place);
  return account.success && account.data ? { account_id: account.data } : {};
}

const nothing: Scope = {};

/** The scope of the page, unless a search goes beyond it. */
export const scopeOfPage = (address: DocumentSearch, scope: Scope): Scope => (isEverywhere(address) ? nothing : scope);

/**
 * The query of the call for an address. Invalid values are dropped, so that an old link still shows a list. A folder
 * and the top level of a place list their direct content; with a filter, everything below.
 */
export function toQuery(address: DocumentSearch, pageScope: Scope = {}): DocumentQuery {
  const search = lookedThrough(address);
  const scope = scopeOfPage(address, pageScope);
  const place = scopeOf(search.place);
  const fixed = { ...scope, ...place };
  const valid = (name: FilterName): string | undefined => {
    // A search with operators may be longer than a name.
    if (name === 'search') return textOf(search.search);
    return rules[name].safeParse(search[name]).data;
  };
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = valid(name);
      return value && !(name in fixed) ? [[name, value]] : [];
    }),
  ) as Pick<Query, FilterName>;
  const folder = rules.in.safeParse(search.in);
  const isFiltered = Object.keys(filters).length > 0;
  const isFlat = fixed.recent !== undefined || fixed.place !== undefined;
  const isTop = !folder.data && !isFiltered && Object.keys(place).length > 0 && !isFlat;
  // A folder implies its place.
  const inFolder = folder.data ? { ...scope, [isFiltered ? 'in' : 'parent_id']: folder.data } : undefined;
  return {
    ...filters,
    ...(inFolder ?? fixed),
    ...(isTop ? { parent_id: 'root' } : {}),
    ...sortOf(search, isTop || isFlat || (inFolder !== undefined && !isFiltered)),
    ...(filters.search && search.order === 'date' ? { order: 'date' } : {}),
    page: search.page ?? 1,
    per_page: limits.perPage,
  };
}

/** Identifies the list of which a query requests a page. */
export const listOf = (query: DocumentQuery): string => JSON.stringify({ ...query, page: undefined });

const textOf = (search = ''): string | undefined => {
  const q = search.trim();
  return q.length <= limits.queryMax ? q : undefined;
};

/**
 * The server knows the default order of places and folders: folders by name, mail and chats newest first, Recent,
 * Starred and Trash by when something was used, starred or deleted.
 */
function sortOf(search: DocumentSearch, hasOwnOrder: boolean): Pick<DocumentQuery, 'sort'> {
  const sort = rules.sort.safeParse(search.sort);
  if (sort.success && sort.data) return { sort: sort.data };
  return hasOwnOrder ? {} : { sort: '-updated_at' };
}

/** The order of a list: as requested, or as the server chose it; undefined if it is not by a column. */
export function shownSort(
  { sort, recent, place }: Pick<DocumentQuery, 'sort' | 'recent' | 'place'>,
  shown: readonly Pick<Document, 'conversation'>[],
): Sort | undefined {
  if (sort || recent || place) return sort;
  return shown.some(({ conversation }) => conversation) ? '-updated_at' : 'name';
}

/** The same column again reverses the order. Names start at A, other columns with the newest or largest. */
export function nextSort(current: Sort | undefined, column: 'name' | 'updated_at' | 'size' | 'type'): Sort {
  const first: Sort = column === 'name' || column === 'type' ? column : `-${column}`;
  const other: Sort = first === column ? `-${column}` : column;
  return current === first ? other : first;
}

/** The filters that are set, without those of the page itself. */
export function activeFilters(query: DocumentQuery, scope: Scope = {}): FilterName[] {
  return filterNames.filter((name) => query[name] !== undefined && !(name in scope));
}

export const noFilters: Readonly<Record<FilterName, undefined>> = {
  search: undefined,
  type: undefined,
  source_id: undefined,
  account_id: undefined,
  label_id: undefined,
  collection_id: undefined,
  owner: undefined,
  updated_from: undefined,
  updated_to: undefined,
};

/** Changes the address of the list. */
export type OnSearch = (
  change: Partial<DocumentSearch>,
  how: { /** Leaves no entry in the history. */ replace: boolean; resetScroll: boolean },
) => void;

/** Identifies the documents of a list, whatever its order and page. */
export const filtersOf = ({ place, ...query }: DocumentQuery) => ({
  ...query,
  page: undefined,
  per_page: undefined,
  sort: undefined,
  order: undefined,
  ...(place === 'starred' && { place }),
});

/** Whether everything in a list is in one account or one folder. */
export const isOfOnePlace = ({ account_id, source_id, owner, parent_id, in: below }: DocumentQuery): boolean =>
  account_id !== undefined ||
  below !== undefined ||
  (parent_id !== undefined && parent_id !== 'root') ||
  (source_id === uploadsSource && owner === 'me');
