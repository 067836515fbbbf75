import { appendFile } from 'node:fs/promises';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import { type Indexed, indexLine, type Wanted } from '../archive/index-lines.ts';
import type { Section } from '../archive/write-archive.ts';

/** Contents up to this size are fetched ahead of their turn, so many at a time. */
const aheadBytes = 256 * 1024;
const maxAhead = 16;
const lineBytes = 65_536;

interface Copied {
  contents: number;
  bytes: number;
  inBase: number;
  missing: number;
}

/**
 * Copies what the base lacks from the store into the section, and writes down where each content is. What is not in the
 * store, or not what its name says, is noted as missing: one lost content must not be the end of all backups.
 */
export async function copyContents(
  store: BlobStore,
  section: Section,
  wanted: AsyncIterable<Wanted>,
  o: { isInBase(one: Wanted): Promise<boolean>; indexFile: string; signal: AbortSignal },
): Promise<Copied> {
  const copied: Copied = { contents: 0, bytes: 0, inBase: 0, missing: 0 };
  let lines = '';
  const note = async (one: Indexed) => {
    if (one.where === 'missing') copied.missing += 1;
    lines += indexLine(one);
    if (lines.length < lineBytes) return;
    await appendFile(o.indexFile, lines);
    lines = '';
  };
  for await (const { one, isInBase, bytes } of fetchedAhead(store, wanted, o.isInBase)) {
    o.signal.throwIfAborted();
    if (isInBase) {
      copied.inBase += 1;
      await note({ ...one, where: 'base' });
      continue;
    }
    const written = await copyOne(store, section, one, await bytes);
    if (written) {
      copied.contents += 1;
      copied.bytes += written.bytes;
    }
    await note({ ...one, size: written?.bytes ?? one.size, where: written ? 'here' : 'missing' });
  }
  await appendFile(o.indexFile, lines, { mode: 0o600 });
  return copied;
}

/** Null: it is not there, or not as it should be. */
async function copyOne(
  store: BlobStore,
  section: Section,
  { key, sha256, size }: Wanted,
  fetched: Uint8Array | null | undefined,
): Promise<{ bytes: number } | null> {
  const found = fetched === undefined ? await store.get(key) : fetched && { body: [fetched], size: fetched.length };
  if (!found) return null;
  if (sha256 !== null && found.size !== size) {
    if ('destroy' in found.body) found.body.destroy();
    return null;
  }
  await section.begin({ key });
  let isWhole = true;
  try {
    for await (const chunk of found.body) await section.piece(chunk);
  } catch (error) {
    // The disk of the backup being full is another matter than a content that can’t be read.
    if (!isReadError(error)) throw error;
    isWhole = false;
  }
  let isRight = false;
  const { bytes } = await section.end((found) => {
    isRight = isWhole && (sha256 === null || found === sha256);
    return isRight ? {} : { bad: true };
  });
  return isRight ? { bytes } : null;
}

const isReadError = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'EIO' && syscall === 'read';
};

interface Fetched {
  one: Wanted;
  isInBase: boolean;
  /** Undefined: it is to be read at its turn. */
  bytes: Promise<Uint8Array | null> | undefined;
}

async function* fetchedAhead(
  store: BlobStore,
  wanted: AsyncIterable<Wanted>,
  isInBase: (one: Wanted) => Promise<boolean>,
): AsyncGenerator<Fetched> {
  const waiting: Fetched[] = [];
  for await (const one of wanted) {
    const known = await isInBase(one);
    const bytes = known || one.size > aheadBytes ? undefined : readWhole(store, one.key);
    // Met at its turn.
    bytes?.catch(() => {});
    waiting.push({ one, isInBase: known, bytes });
    if (waiting.length >= maxAhead) yield waiting.shift()!;
  }
  yield* waiting;
}

async function readWhole(store: BlobStore, key: string): Promise<Uint8Array | null> {
  const found = await store.get(key);
  if (!found) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of found.body) chunks.push(chunk as Buffer);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
