import type { ReactNode } from 'react';

export interface SearchActionsProps {
  q: string;
  /** The search with the filters as operators, for the same results from the text alone. */
  full: string;
  onChange(q: string): void;
}

/** The parts of search that another feature adds to the list. */
export interface SearchParts {
  /** Renders, beside the number of results, where and how the search was made, and a way to save it. */
  renderActions(props: SearchActionsProps): ReactNode;
  /** A result was opened, so the search was useful. */
  onUsed(q: string): void;
}
