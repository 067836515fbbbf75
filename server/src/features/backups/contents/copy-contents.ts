import { appendFile, readFile } from 'node:fs/promises';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import { type Indexed, indexLine, type Wanted } from '../archive/index-lines.ts';
import type { HashedBytes } from '../archive/notes.ts';
import type { Section } from '../archive/write-archive.ts';

/** Contents up to this size are fetched ahead of their turn, so many at a time. */
const aheadBytes = 256 * 1024;
const maxAhead = 16;
const lineBytes = 65_536;
/** Of large contents, at once. */
const readBytes = 1024 ** 2;

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
  for await (const { one, isInBase, bytes } of fetchedAhead(store, section, wanted, o.isInBase)) {
    o.signal.throwIfAborted();
    if (isInBase) {
      copied.inBase += 1;
      await note({ ...one, where: 'base' });
      continue;
    }
    // Where it couldn’t be fetched ahead, it is read now.
    const written = await copyOne(store, section, one, await bytes?.catch(() => undefined));
    if (written) {
      copied.contents += 1;
      copied.bytes += written.bytes;
    }
    await note({ ...one, size: written?.bytes ?? one.size, where: written ? 'here' : 'missing' });
  }
  await appendFile(o.indexFile, lines, { mode: 0o600 });
  return copied;
}

/** So often a content is read whose bytes break off, as when the line to the store does. */
const maxTries = 3;

/** Null: it is not there, or not as it should be. */
async function copyOne(
  store: BlobStore,
  section: Section,
  one: Wanted,
  fetched: HashedBytes | null | undefined,
): Promise<{ bytes: number } | null> {
  const { key, sha256, size } = one;
  if (fetched === null) return null;
  if (fetched) {
    if (sha256 !== null && fetched.sha256 !== sha256) return null;
    await section.entry({ key }, fetched);
    return { bytes: fetched.bytes.length };
  }
  for (let tries = 1; ; tries += 1) {
    const found = await store.get(key, { chunkBytes: readBytes });
    if (!found) return null;
    if (sha256 !== null && found.size !== size) {
      found.body.destroy();
      return null;
    }
    const { bytes, isRight, problem } = await copyBytes(section, one, found.body);
    if (isRight) return { bytes };
    // The disk that holds a content may be broken there; anything else may be over in a moment.
    if (!problem || isReadError(problem)) return null;
    if (tries === maxTries) throw problem;
  }
}

/** What turns out to be wrong is marked, so that nobody restores it. `problem`: it can’t be read to its end. */
async function copyBytes(
  section: Section,
  { key, sha256 }: Wanted,
  body: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; isRight: boolean; problem: unknown }> {
  let problem: unknown;
  await section.begin({ key });
  // The disk of the backup being full is another matter than a content that can’t be read.
  const readable = async function* () {
    try {
      yield* body;
    } catch (error) {
      problem = error;
    }
  };
  for await (const chunk of readable()) await section.piece(chunk);
  let isRight = false;
  const { bytes } = await section.end((found) => {
    isRight = problem === undefined && (sha256 === null || found === sha256);
    return isRight ? {} : { bad: true };
  });
  return { bytes, isRight, problem };
}

const isReadError = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'EIO' && syscall === 'read';
};

interface Fetched {
  one: Wanted;
  isInBase: boolean;
  /** Undefined: it is to be read at its turn. */
  bytes: Promise<HashedBytes | null> | undefined;
}

async function* fetchedAhead(
  store: BlobStore,
  section: Section,
  wanted: AsyncIterable<Wanted>,
  isInBase: (one: Wanted) => Promise<boolean>,
): AsyncGenerator<Fetched> {
  const waiting: Fetched[] = [];
  for await (const one of wanted) {
    const known = await isInBase(one);
    const bytes = known || one.size > aheadBytes ? undefined : readWhole(store, section, one.key);
    // Met at its turn.
    bytes?.catch(() => {});
    waiting.push({ one, isInBase: known, bytes });
    if (waiting.length >= maxAhead) yield waiting.shift()!;
  }
  yield* waiting;
}

async function readWhole(store: BlobStore, section: Section, key: string): Promise<HashedBytes | null> {
  const bytes = store.fileOf ? await readFile(store.fileOf(key)).catch(nullIfAbsent) : await fetchWhole(store, key);
  return bytes && { bytes, sha256: await section.hashOf(bytes) };
}

async function fetchWhole(store: BlobStore, key: string): Promise<Uint8Array | null> {
  const found = await store.get(key);
  if (!found) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of found.body) chunks.push(chunk as Buffer);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
