import type { DocumentType } from '@sheaf/contract';

/** A suggestion of a search box. */
export interface Entry {
  id: string;
  name: string;
  /** Distinguishes it from others with the same name, or explains it. */
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
  /** The app of a place. */
  slug?: string;
  /** The text of the box once it is chosen: typing continues there. Left out: `run` leads elsewhere. */
  completes?: string;
  run?(): void;
  /** Removes it from the list for good. */
  remove?(): void;
}

export interface Group {
  name: string;
  entries: Entry[];
}
