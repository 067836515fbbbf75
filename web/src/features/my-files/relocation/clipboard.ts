import type { Document } from '@sheaf/contract';

/** Documents to be copied or moved to where they are pasted. */
export interface Clip {
  mode: 'copy' | 'move';
  documents: readonly Document[];
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
