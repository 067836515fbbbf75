import type { Document } from '@sheaf/contract';
import type { ReactNode } from 'react';

export interface SearchBoxProps {
  /** What is searched for now. */
  value: string;
  onChange(value: string): void;
  onOpen(document: Pick<Document, 'id' | 'type'>): void;
}

export interface SearchActionsProps {
  q: string;
  /** With the filters as operators, for the same results from the text alone. */
  full: string;
  onChange(q: string): void;
}

/** What another feature adds to the list for searching. */
export interface SearchParts {
  renderBox(props: SearchBoxProps): ReactNode;
  /** Beside the number of results: how they were asked for, and a way to keep that. */
  renderActions(props: SearchActionsProps): ReactNode;
  /** A result was opened, so the search was of use. */
  onUsed(q: string): void;
}
