import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { BlobStore, ByteRange } from './blob-store.ts';
import { newSpoolFile } from './spool-files.ts';

/**
 * Gives a blob as a file to programs that need one: the blob itself if blobs are files, otherwise a temporary copy of
 * the range that is needed.
 */
export async function asFile<T>(
  blobs: BlobStore,
  key: string,
  use: (file: string) => Promise<T>,
  range?: ByteRange,
): Promise<T | 'absent'> {
  if (blobs.fileOf) return (await blobs.head(key)) ? use(blobs.fileOf(key)) : 'absent';
  const found = await blobs.get(key, { range });
  if (!found) return 'absent';
  const copy = newSpoolFile(blobs.spoolDir);
  try {
    await pipeline(found.body, createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
    return await use(copy);
  } finally {
    await rm(copy, { force: true });
  }
}
