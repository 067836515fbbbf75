/** The search parameters of pages that list documents: the filters by the names of the call, and what is open. */
export interface DocumentSearch {
  page?: number;
  /** Words, "phrases" and operators, as people type them. */
  search?: string;
  /**
   * Only for a search: 'place' searches the whole current place, 'all' everything. Left out: the current folder or
   * place.
   */
  scope?: string;
  /** Only for a search: 'date' for the newest first. Left out: by relevance. */
  order?: string;
  type?: string;
  source_id?: string;
  account_id?: string;
  /** An account, or a name of `placeNames`: shows its folders. Left out: everything, flat. */
  place?: string;
  /** The open folder. */
  in?: string;
  label_id?: string;
  collection_id?: string;
  owner?: string;
  updated_from?: string;
  updated_to?: string;
  sort?: string;
  view?: string;
  /** The document whose preview is open. */
  preview?: string;
  /** Only for a search: the passage at which the preview opens. */
  passage?: string;
  /** The organization the address belongs to. */
  org?: string;
}

const texts = [
  'search',
  'scope',
  'order',
  'type',
  'source_id',
  'account_id',
  'place',
  'in',
  'label_id',
  'collection_id',
  'owner',
  'updated_from',
  'updated_to',
  'sort',
  'view',
  'preview',
  'passage',
  'org',
] as const;

/** Keeps the known keys. The page validates them, because the rules would otherwise be in the bundle of every page. */
export function documentSearch(raw: Record<string, unknown>): DocumentSearch {
  const search: DocumentSearch = {};
  for (const name of texts) {
    const value = raw[name];
    if (value !== undefined && value !== null && value !== '' && typeof value !== 'object')
      search[name] = String(value);
  }
  takeOlderNames(raw, search);
  const page = Number(raw.page);
  if (Number.isInteger(page) && page > 1 && page <= 1_000_000) search.page = page;
  return search;
}

/**
 * Reads links from before places existed: parent_id was the folder, or 'root' with account_id for the top level of an
 * account.
 */
function takeOlderNames({ parent_id }: Record<string, unknown>, search: DocumentSearch): void {
  if (typeof parent_id !== 'string' || search.in || search.place) return;
  if (parent_id !== 'root') search.in = parent_id;
  else if (search.account_id) {
    search.place = search.account_id;
    delete search.account_id;
  }
}

/** Whether a search goes beyond the page it was started on. */
export const isEverywhere = ({ search, scope }: DocumentSearch): boolean => Boolean(search?.trim()) && scope === 'all';

/** The address of the searched place, which `scope` widens. */
export function lookedThrough(address: DocumentSearch): DocumentSearch {
  const { search, scope } = address;
  if (!search?.trim() || (scope !== 'place' && scope !== 'all')) return address;
  return { ...address, in: undefined, place: scope === 'place' ? address.place : undefined };
}

/**
 * A new filter or order starts at the first page and closes the preview. A passage is dropped with its preview, scope
 * and order with their search.
 */
export function changeSearch(search: DocumentSearch, change: Partial<DocumentSearch>): DocumentSearch {
  const stays = 'view' in change || 'preview' in change;
  const left = stays ? {} : { page: undefined, preview: undefined };
  const ended = 'search' in change && !change.search ? { scope: undefined, order: undefined } : {};
  const merged = { ...search, ...left, ...ended, passage: undefined, ...change };
  return Object.fromEntries(
    Object.entries(merged).filter(
      ([name, value]) => value !== undefined && value !== '' && !(name === 'page' && value === 1),
    ),
  );
}
