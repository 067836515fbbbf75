import type { Collection, Label } from '@sheaf/contract';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { pagedOptions } from '../../lib/paged-list.ts';

export interface Named {
  id: string;
  name: string;
}
export interface Source {
  slug: string;
  name: string;
}
export interface Account extends Named {
  source: Source;
}
export type Paged<T> = UseInfiniteQueryResult<{ items: T[]; total: number }>;

/** What documents can be sorted into and narrowed down by. Other features know it; the page hands it in. */
export interface Choices {
  labels: ReturnType<typeof pagedOptions<Label>>;
  collections: ReturnType<typeof pagedOptions<Collection>>;
  /** One's own. */
  accounts: readonly Account[];
  /** Of those, and of what is shared. */
  sources: readonly Source[];
  /** Of those the list is narrowed down to, as soon as they are known. */
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
