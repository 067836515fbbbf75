import { createHash } from 'node:crypto';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Wanted } from '../archive/index-lines.ts';

export interface Piece {
  bytes: Uint8Array;
  /** Called when the bytes are written; they may be changed afterwards. */
  release?(): void;
}

/**
 * How reading a content ended. `sha256` is the hash of the pieces, `problem` the reason why there are no more of them.
 */
export type Outcome = { sha256: string; problem?: unknown } | 'absent';

/** Yields the pieces of a content and returns its outcome. A content of another size than expected is absent. */
export type Reading = AsyncGenerator<Piece, Outcome, void>;

export interface ContentReader {
  /** How many contents may be requested before the first of them is read. */
  maxAhead: number;
  /** Each reading must be consumed to its end, in the order of the calls. */
  read(one: Wanted): Reading;
  close(): Promise<void>;
}

/** Contents up to this size are fetched immediately. */
const fetchedBytes = 256 * 1024;
/** How much of a larger content is read at once. */
const chunkBytes = 1024 ** 2;

/** Reads any store, such as S3. */
export function createStoreReader(store: BlobStore): ContentReader {
  return {
    maxAhead: 16,
    read(one) {
      if (one.size > fetchedBytes) return readStored(store, one);
      const fetched = fetchWhole(store, one);
      // The error is thrown when the content is read.
      fetched.catch(() => {});
      return readFetched(fetched);
    },
    close: async () => {},
  };
}

export async function* readStored(store: BlobStore, { key, size, sha256 }: Wanted): Reading {
  const found = await store.get(key, { chunkBytes });
  if (!found) return 'absent';
  if (sha256 !== null && found.size !== size) {
    found.body.destroy();
    return 'absent';
  }
  const hash = createHash('sha256');
  try {
    for await (const bytes of found.body) {
      hash.update(bytes as Buffer);
      yield { bytes: bytes as Buffer };
    }
  } catch (problem) {
    return { sha256: hash.digest('hex'), problem };
  }
  return { sha256: hash.digest('hex') };
}

async function fetchWhole(store: BlobStore, one: Wanted): Promise<{ bytes: Uint8Array; outcome: Outcome }> {
  const chunks: Uint8Array[] = [];
  const reading = readStored(store, one);
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { bytes: Buffer.concat(chunks), outcome: value };
    chunks.push(value.bytes);
  }
}

async function* readFetched(fetched: ReturnType<typeof fetchWhole>): Reading {
  const { bytes, outcome } = await fetched;
  if (bytes.length > 0) yield { bytes };
  return outcome;
}
