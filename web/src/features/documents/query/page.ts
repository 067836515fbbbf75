import type { Document, Pagination, SearchResult } from '@sheaf/contract';

/** What a search found in a document. */
export type Match = Omit<SearchResult, 'document'>;

/** A page of a list, as it is cached. */
export interface Page {
  data: Document[];
  pagination: Pagination;
  /** Which list it is a page of: while another one loads, this page is shown, but is not of that one. */
  list: string;
  /** Of a search, by the ids of its documents. */
  matches?: ReadonlyMap<string, Match>;
}
