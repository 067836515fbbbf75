import type { Document, Pagination, SearchResult } from '@sheaf/contract';

/** A search result without its document. */
export type Match = Omit<SearchResult, 'document'>;

/** A cached page of a list. */
export interface Page {
  data: Document[];
  pagination: Pagination;
  /** Identifies its list. While another list loads, this page stays visible, but belongs to the earlier list. */
  list: string;
  /** Only for a search: by the ids of the documents. */
  matches?: ReadonlyMap<string, Match>;
}

/** The first document that was found by its meaning alone; the group of these ends the list. */
export const startOfRelated = (
  documents: readonly Document[],
  matches: ReadonlyMap<string, Match> | undefined,
): string | undefined => documents.find(({ id }) => matches?.get(id)?.matched === 'meaning')?.id;
