import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createCrc32c } from './crc32c.ts';
import { createDropboxHash } from './dropbox-hash.ts';
import { createQuickXor } from './quickxor.ts';

export type HashAlgorithm = 'md5' | 'sha1' | 'sha256' | 'crc32c' | 'quickxor' | 'dropbox';
/** In lower-case hex, whatever the source’s format; quickxor in base64. */
export type Hashes = Partial<Record<HashAlgorithm, string>>;

export interface Hasher {
  update(bytes: Uint8Array): void;
  /** May be called once, at the end. */
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

/** Computes several hashes of one stream of bytes, and counts the bytes. */
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

/** Passes a stream through chunk by chunk and hashes it, without copying or buffering. */
export async function* hashing(source: Readable, tap: HashTap): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    tap.update(chunk);
    yield chunk;
  }
}
