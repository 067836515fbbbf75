import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createCrc32c } from './crc32c.ts';
import { createDropboxHash } from './dropbox-hash.ts';
import { createQuickXor } from './quickxor.ts';

export type HashAlgorithm = 'md5' | 'sha1' | 'sha256' | 'crc32c' | 'quickxor' | 'dropbox';
/** Lower-case hex, as every source is adapted to; quickxor in base64. */
export type Hashes = Partial<Record<HashAlgorithm, string>>;

export interface Hasher {
  update(bytes: Uint8Array): void;
  /** Once, at the end. */
  digest(): string;
}

const hashers: Record<HashAlgorithm, () => Hasher> = {
  md5: () => native('md5'),
  sha1: () => native('sha1'),
  sha256: () => native('sha256'),
  crc32c: createCrc32c,
  quickxor: createQuickXor,
  dropbox: createDropboxHash,
};

export const createHasher = (algorithm: HashAlgorithm): Hasher => hashers[algorithm]();

function native(algorithm: string): Hasher {
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
}

/** Several hashes of one stream of bytes, and how many there were. */
export interface HashTap {
  update(bytes: Uint8Array): void;
  hashes(): Hashes;
  readonly size: number;
}

export function createHashTap(algorithms: Iterable<HashAlgorithm>): HashTap {
  const running = [...new Set(algorithms)].map((algorithm) => [algorithm, createHasher(algorithm)] as const);
  let size = 0;
  return {
    update(bytes) {
      size += bytes.length;
      for (const [, hasher] of running) hasher.update(bytes);
    },
    hashes: () => Object.fromEntries(running.map(([algorithm, hasher]) => [algorithm, hasher.digest()])),
    get size() {
      return size;
    },
  };
}

/** Passes a stream on chunk by chunk, hashing on the way: no copy, no buffer, the reader's own pace. */
export async function* hashing(source: Readable, tap: HashTap): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    tap.update(chunk);
    yield chunk;
  }
}
