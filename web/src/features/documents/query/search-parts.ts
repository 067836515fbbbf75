import type { ReactNode } from 'react';

export interface SearchActionsProps {
  q: string;
  /** With the filters as operators, for the same results from the text alone. */
  full: string;
  onChange(q: string): void;
}

/** What another feature adds to the list for searching. */
export interface SearchParts {
  /** Beside the number of results: where they were looked for, how they were asked for, and a way to keep that. */
  renderActions(props: SearchActionsProps): ReactNode;
  /** A result was opened, so the search was of use. */
  onUsed(q: string): void;
}
