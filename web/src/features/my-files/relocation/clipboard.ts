import type { bulk, CallInput } from '@sheaf/contract';

/** A request for every document of a list. */
export type ListRequest = NonNullable<CallInput<typeof bulk.start>['body']>;

/** Documents to copy or move where they are pasted: chosen ones, or every document of a list. */
export interface Clip {
  mode: 'copy' | 'move';
  count: number;
  what: { ids: readonly string[] } | { list: ListRequest['query'] };
}

let clip: Clip | null = null;
const listeners = new Set<() => void>();

/** Lives as long as the page. */
export const clipboard = {
  get: (): Clip | null => clip,
  set(next: Clip | null): void {
    clip = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
