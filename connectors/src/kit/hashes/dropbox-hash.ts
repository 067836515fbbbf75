import { createHash } from 'node:crypto';

const blockBytes = 4 * 1024 * 1024;

/** Dropbox's content hash: SHA-256 over the SHA-256 of each 4 MiB block. */
export function createDropboxHash(): { update(bytes: Uint8Array): void; digest(): string } {
  const ofBlocks = createHash('sha256');
  let block = createHash('sha256');
  let filled = 0;
  function endBlock(): void {
    ofBlocks.update(block.digest());
    block = createHash('sha256');
    filled = 0;
  }
  return {
    update(bytes) {
      let at = 0;
      while (at < bytes.length) {
        const part = bytes.subarray(at, at + blockBytes - filled);
        block.update(part);
        filled += part.length;
        at += part.length;
        if (filled === blockBytes) endBlock();
      }
    },
    digest() {
      if (filled > 0) endBlock();
      return ofBlocks.digest('hex');
    },
  };
}
