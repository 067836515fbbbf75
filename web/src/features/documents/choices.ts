import type { Collection, Label } from '@sheaf/contract';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { pagedOptions } from '../../lib/api/paged-list.ts';

export interface Named {
  id: string;
  name: string;
}
export interface Source {
  slug: string;
  name: string;
}
/** An account that documents come from. */
export interface Account extends Named {
  display_name: string | null;
  source: Source;
  /** The owner, if the account belongs to someone else. */
  owner?: string;
}
export type Paged<T> = UseInfiniteQueryResult<{ items: T[]; total: number }>;

/**
 * The labels, collections and accounts to tag and filter documents by. Other features load them; the page passes them
 * in.
 */
export interface Choices {
  labels: ReturnType<typeof pagedOptions<Label>>;
  collections: ReturnType<typeof pagedOptions<Collection>>;
  /** The person's own, then those of shared documents. */
  accounts: readonly Account[];
  /** The apps of these accounts and of shared documents. */
  sources: readonly Source[];
  /** The names in the active filters, once they are loaded. */
  labelName: string | undefined;
  collectionName: string | undefined;
}

export const ChoicesContext = createContext<Choices | undefined>(undefined);

export function useChoices(): Choices {
  const choices = use(ChoicesContext);
  if (!choices) throw new Error('A list of documents needs its choices');
  return choices;
}

export const useLabels = (): Paged<Label> => useInfiniteQuery(useChoices().labels);
export const useCollections = (): Paged<Collection> => useInfiniteQuery(useChoices().collections);
