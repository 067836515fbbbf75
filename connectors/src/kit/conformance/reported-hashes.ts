import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { HashAlgorithm, Hashes } from '../hashes/hashes.ts';

const DROPBOX_BLOCK = 4 * 1024 * 1024;

/**
 * Written independently of the kit’s hashers, to reveal their mistakes. The other hashes are tested with vectors there.
 */
const hashers: Partial<Record<HashAlgorithm, (bytes: Uint8Array) => string>> = {
  md5: (bytes) => createHash('md5').update(bytes).digest('hex'),
  sha1: (bytes) => createHash('sha1').update(bytes).digest('hex'),
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  dropbox(bytes) {
    const ofBlocks = createHash('sha256');
    for (let at = 0; at < bytes.length; at += DROPBOX_BLOCK)
      ofBlocks.update(
        createHash('sha256')
          .update(bytes.subarray(at, at + DROPBOX_BLOCK))
          .digest(),
      );
    return ofBlocks.digest('hex');
  },
};

/** Expects every reported hash to be that of the bytes, in the format all connectors share. */
export function expectHashesOf(bytes: Uint8Array, reported: Hashes): void {
  for (const [algorithm, value] of Object.entries(reported)) {
    const hash = hashers[algorithm as HashAlgorithm];
    if (hash !== undefined) expect(`${algorithm} ${value}`).toBe(`${algorithm} ${hash(bytes)}`);
  }
}
