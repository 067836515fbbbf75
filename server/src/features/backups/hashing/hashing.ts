import { createHash } from 'node:crypto';
import { createThread } from '../../../platform/thread.ts';
import type { PieceAnswer, PieceRequest } from './piece-thread.ts';

/** The SHA-256 of bytes that come in pieces. */
export interface PieceHash {
  /** Resolves at once, unless too much waits to be hashed. The bytes may be changed afterwards. */
  update(bytes: Uint8Array): Promise<void>;
  digest(): Promise<string>;
}

export interface Hashing {
  start(): PieceHash;
  /** Of bytes that are all there. */
  hashOf(bytes: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

/** More threads would wait for the disk. */
const threadCount = 2;
/** So much is sent to a thread before it has to say that it keeps up. */
const aheadBytes = 4 * 1024 ** 2;

/** In threads, since hashing takes longer than reading and writing. They start with the first bytes. */
export function hashInThreads(): Hashing {
  const threads = Array.from({ length: threadCount }, () =>
    createThread<PieceRequest, PieceAnswer>(new URL('./piece-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
    }),
  );
  let requests = 0;
  let hashes = 0;
  const start = (): PieceHash => {
    const hash = hashes++;
    const thread = threads[hash % threadCount]!;
    let sent = 0;
    let caughtUp: Promise<unknown> = Promise.resolve();
    return {
      async update(bytes) {
        const own = new Uint8Array(bytes);
        const request = { id: requests++, hash, bytes: own };
        sent += own.length;
        if (sent < aheadBytes) return thread.post(request, [own.buffer]);
        sent = 0;
        const before = caughtUp;
        caughtUp = thread.ask({ ...request, answer: true }, [own.buffer]);
        // Whoever waits next meets it.
        caughtUp.catch(() => {});
        await before;
      },
      async digest() {
        await caughtUp;
        return (await thread.ask({ id: requests++, hash, digest: true, answer: true })).sha256!;
      },
    };
  };
  return {
    start,
    async hashOf(bytes) {
      const hash = hashes++;
      const own = new Uint8Array(bytes);
      const request = { id: requests++, hash, bytes: own, digest: true, answer: true };
      return (await threads[hash % threadCount]!.ask(request, [own.buffer])).sha256!;
    },
    async close() {
      for (const thread of threads) await thread.end();
    },
  };
}

/** Where there is little, or nobody to hold up. */
export const hashHere: Hashing = {
  start() {
    const hash = createHash('sha256');
    return { update: async (bytes) => void hash.update(bytes), digest: async () => hash.digest('hex') };
  },
  hashOf: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
  close: async () => {},
};
