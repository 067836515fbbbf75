import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FILE_MODE } from './durable.ts';
import { hashGrowing } from './growing-hash.ts';
import { newSpoolFile } from './spool-files.ts';

/**
 * Every chunk from a socket is memory outside of V8's heap behind a few bytes inside of it, so V8 sees little reason to
 * collect, and chunks that were written long ago pile up. Collecting the young ones every few megabytes takes 20 MB off
 * the peak while three files of 410 MB are stored from TLS (157 instead of 178 MB), for no more processor time.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

const collectEvery = 16 * 1024 * 1024;
let passed = 0;

function chunkPassed(bytes: number): void {
  passed += bytes;
  if (passed < collectEvery) return;
  passed = 0;
  collect({ type: 'minor' });
}

/** Watches the chunks of a stream. */
export interface Passing {
  /** Sees every chunk: further hashes, progress. */
  tap?(chunk: Uint8Array): void;
  /** Called if the result is no longer needed. */
  release?(chunk: Uint8Array): void;
}

/** Larger writes than a stream's chunks: fewer trips through the file system per megabyte. */
const pieceBytes = 512 * 1024;

/**
 * Writes a stream, of which some chunks have been read already, to a new durable file. Reads the next piece while it
 * writes.
 */
export async function spoolTo(
  folder: string,
  first: readonly Buffer[],
  body: Readable,
  { tap, release }: Passing = {},
): Promise<{ sha256: Buffer; size: number; file: string }> {
  const path = newSpoolFile(folder);
  const file = await open(path, 'wx', FILE_MODE);
  const hash = hashGrowing(path);
  let size = 0;
  let piece: Buffer[] = [];
  let held = 0;
  let writing: Promise<void> = Promise.resolve();
  const take = async (chunk: Buffer) => {
    piece.push(chunk);
    size += chunk.length;
    held += chunk.length;
    chunkPassed(chunk.length);
    if (held >= pieceBytes) await turn();
  };
  const turn = async () => {
    await writing;
    const written = size;
    writing = writeAll(file, piece, release).then(() => hash.grewTo(written));
    writing.catch(() => {});
    [piece, held] = [[], 0];
  };
  try {
    for (const chunk of first) await take(chunk);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      tap?.(chunk);
      await take(chunk);
    }
    await turn();
    await writing;
    const [sha256] = await Promise.all([hash.digest(size), file.sync()]);
    await file.close();
    return { sha256, size, file: path };
  } catch (error) {
    body.destroy();
    await writing.catch(() => {});
    hash.drop();
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

async function writeAll(file: FileHandle, chunks: Buffer[], release: Passing['release']): Promise<void> {
  const total = chunks.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(chunks);
  // A write may end early, above all on a full disk; the next one says why.
  if (bytesWritten < total) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
  if (release) for (const chunk of chunks) release(chunk);
}
