import type { DocumentType } from '@sheaf/contract';

/** One line of what a search box offers. */
export interface Entry {
  id: string;
  name: string;
  /** Distinguishes it from others with the same name, or says what it does. */
  detail?: string;
  kind:
    | 'document'
    | 'place'
    | 'label'
    | 'collection'
    | 'page'
    | 'action'
    | 'search'
    | 'operator'
    | 'value'
    | 'history'
    | 'saved';
  type?: DocumentType;
  color?: string;
  /** Of a place: the app. */
  slug?: string;
  /** The text of the box once it is chosen: typing continues there. Without it, `run` leads elsewhere. */
  completes?: string;
  run?(): void;
  /** Removes it from the list for good. */
  remove?(): void;
}

export interface Group {
  name: string;
  entries: Entry[];
}
