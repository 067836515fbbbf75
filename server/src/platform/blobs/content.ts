import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobStore } from './blob-store.ts';

/** Up to here a content is held in memory; beyond, it is spooled to a file beside the store. */
const memoryBytes = 1024 * 1024;

export interface StoredContent {
  sha256: Buffer;
  size: number;
}

interface Options {
  /** The blob's key, known only when the whole content has been read. */
  keyOf(sha256: Buffer): string;
  /** Sees every chunk: further hashes, progress. */
  tap?(chunk: Uint8Array): void;
  /** Asked between reading and storing; throws if the content is not what was expected. */
  check?(content: StoredContent): Promise<void> | void;
}

/** Stores a stream under the hash of its content, in bounded memory. Nothing is stored if the stream or the check fails. */
export async function storeContent(
  store: BlobStore,
  body: Readable,
  { keyOf, tap, check }: Options,
): Promise<StoredContent> {
  const hash = createHash('sha256');
  const held: Uint8Array[] = [];
  let size = 0;
  let spool: { path: string; file: Awaited<ReturnType<typeof open>> } | undefined;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      hash.update(chunk);
      tap?.(chunk);
      size += chunk.length;
      if (!spool && size > memoryBytes) {
        const path = join(store.spoolDir, randomUUID());
        spool = { path, file: await open(path, 'wx', 0o640) };
        for (const part of held.splice(0)) await spool.file.writeFile(part);
      }
      if (spool) await spool.file.writeFile(chunk);
      else held.push(chunk);
    }
    const content = { sha256: hash.digest(), size };
    await check?.(content);
    if (!spool) {
      await store.put(keyOf(content.sha256), Buffer.concat(held));
      return content;
    }
    await spool.file.sync();
    await spool.file.close();
    await store.adopt(keyOf(content.sha256), spool.path);
    return content;
  } catch (error) {
    body.destroy();
    await spool?.file.close().catch(() => {});
    if (spool) await rm(spool.path, { force: true });
    throw error;
  }
}
