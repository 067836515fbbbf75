/** The query of pages that list documents: the filters of the call by their own names, and what is open. */
export interface DocumentSearch {
  page?: number;
  search?: string;
  type?: string;
  source_id?: string;
  account_id?: string;
  parent_id?: string;
  label_id?: string;
  collection_id?: string;
  owner?: string;
  updated_from?: string;
  updated_to?: string;
  sort?: string;
  view?: string;
  /** The document whose preview is open. */
  preview?: string;
}

const texts = [
  'search',
  'type',
  'source_id',
  'account_id',
  'parent_id',
  'label_id',
  'collection_id',
  'owner',
  'updated_from',
  'updated_to',
  'sort',
  'view',
  'preview',
] as const;

/** Keeps what belongs there. Whether it makes sense is checked by the page: the rules would weigh on every page. */
export function documentSearch(raw: Record<string, unknown>): DocumentSearch {
  const search: DocumentSearch = {};
  for (const name of texts) {
    const value = raw[name];
    if (value !== undefined && value !== null && value !== '' && typeof value !== 'object')
      search[name] = String(value);
  }
  const page = Number(raw.page);
  if (Number.isInteger(page) && page > 1 && page <= 1_000_000) search.page = page;
  return search;
}
