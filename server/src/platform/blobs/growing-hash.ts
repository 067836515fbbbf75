import { createThread } from '../processes/thread.ts';
import type { HashAnswer, HashRequest } from './hash-thread.ts';

/** The SHA-256 of a file while it is written, computed outside the event loop from the file itself. */
export interface GrowingHash {
  /** How many bytes have been written. */
  grewTo(size: number): void;
  /** The digest of all bytes; called once, at the end. */
  digest(size: number): Promise<Buffer>;
  /** Called instead of `digest` if the file is abandoned. */
  drop(): void;
}

const thread = createThread<HashRequest, HashAnswer>(new URL('./hash-thread.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
});
let files = 0;

export function hashGrowing(path: string): GrowingHash {
  const id = files++;
  return {
    grewTo: (size) => thread.post({ id, path, size }),
    digest: async (size) => Buffer.from((await thread.ask({ id, path, size, end: 'digest' })).sha256!),
    drop: () => thread.post({ id, path, size: 0, end: 'drop' }),
  };
}
