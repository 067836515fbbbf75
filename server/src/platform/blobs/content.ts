import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { BlobStore } from './blob-store.ts';
import { type Passing, spoolTo } from './spool.ts';
import type { StoredContent, StoreOptions } from './stored-content.ts';

/** The part of a blob store that contents need. */
export type ContentStore = Pick<BlobStore, 'spoolDir' | 'putAll' | 'adopt'>;

/** Contents up to this size are held in memory; larger ones are spooled to a file beside the store. */
export const memoryBytes = 256 * 1024;

const adoptedAtOnce = 4;

/** The content of a stream: its bytes, or the durable file in the store's spoolDir that contains them. */
export type Content = { sha256: Buffer; size: number } & ({ bytes: Buffer } | { file: string });

/** Reads a stream to its end in bounded memory. */
export async function readContent(store: ContentStore, body: Readable, passing: Passing = {}): Promise<Content> {
  const { chunks, ended } = await readSome(body, memoryBytes, passing.tap);
  if (!ended) return spoolTo(store.spoolDir, chunks, body, passing);
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return { sha256: hash('sha256', bytes, 'buffer'), size: bytes.length, bytes };
}

/**
 * Stores each under the key of its hash, durable when the promise resolves. Many small ones cost little more than one.
 */
export async function storeContents(
  store: ContentStore,
  contents: readonly Content[],
  keyOf: (sha256: Buffer) => string,
): Promise<void> {
  const small = contents.filter((content) => 'bytes' in content);
  if (small.length > 0) await store.putAll(small.map(({ sha256, bytes }) => ({ key: keyOf(sha256), bytes })));
  const files = contents.filter((content) => 'file' in content);
  const adopt = async () => {
    for (let content = files.pop(); content; content = files.pop())
      await store.adopt(keyOf(content.sha256), content.file);
  };
  await Promise.all(Array.from({ length: adoptedAtOnce }, adopt));
}

/** Reads a stream and stores it under the key of its hash. Nothing is stored if the stream or the check fails. */
export async function storeContent(
  store: ContentStore,
  body: Readable,
  { keyOf, check }: StoreOptions,
): Promise<StoredContent> {
  const content = await readContent(store, body);
  try {
    await check?.(content);
    await storeContents(store, [content], keyOf);
  } catch (error) {
    await dropContent(content);
    throw error;
  }
  return { sha256: content.sha256, size: content.size };
}

/** Discards a content that is not to be stored. */
export async function dropContent(content: Content): Promise<void> {
  if ('file' in content) await rm(content.file, { force: true });
}

/** Uses events rather than `for await`, which would double the cost of a small answer. */
function readSome(body: Readable, max: number, tap: Passing['tap']): Promise<{ chunks: Buffer[]; ended: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (ended: boolean) => {
      body.off('data', take).off('end', end).off('error', reject).off('close', cut);
      resolve({ chunks, ended });
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      tap?.(chunk);
      if (size <= max) return;
      body.pause();
      settle(false);
    };
    const end = () => settle(true);
    const cut = () => reject(body.errored ?? new Error('The stream was cut'));
    if (body.destroyed) return cut();
    body.on('data', take).on('end', end).on('error', reject).on('close', cut);
  });
}
