import { appendFile } from 'node:fs/promises';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import { type Indexed, indexLine, type Wanted } from '../archive/index-lines.ts';
import type { Section } from '../archive/write-archive.ts';
import { type ContentReader, createStoreReader, type Outcome, type Reading, readStored } from './content-reader.ts';
import { createDiskReader } from './disk-reader.ts';

const lineBytes = 65_536;

export interface Copied {
  contents: number;
  bytes: number;
  inBase: number;
  missing: number;
}

interface Source {
  store: BlobStore;
  reader: ContentReader;
}

/** Starts the thread of the reader at once, if the store has one. */
export function openSource(store: BlobStore): Source {
  return { store, reader: store.fileOf ? createDiskReader(store.fileOf) : createStoreReader(store) };
}

/**
 * Copies what the base lacks from the store into the section, and writes an index of where each content is. A content
 * that is absent from the store or doesn't match its hash is noted as missing, so that one lost content doesn't prevent
 * all backups.
 */
export async function copyContents(
  { store, reader }: Source,
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
  for await (const { one, reading } of readAhead(reader, wanted, o.isInBase)) {
    o.signal.throwIfAborted();
    if (!reading) {
      copied.inBase += 1;
      await note({ ...one, where: 'base' });
      continue;
    }
    const written = await copyOne(store, section, one, reading, o.signal);
    if (written) {
      copied.contents += 1;
      copied.bytes += written.bytes;
    }
    await note({ ...one, size: written?.bytes ?? one.size, where: written ? 'here' : 'missing' });
  }
  await appendFile(o.indexFile, lines, { mode: 0o600 });
  return copied;
}

interface Asked {
  one: Wanted;
  /** Null if the base has it. */
  reading: Reading | null;
}

async function* readAhead(
  reader: ContentReader,
  wanted: AsyncIterable<Wanted>,
  isInBase: (one: Wanted) => Promise<boolean>,
): AsyncGenerator<Asked> {
  const waiting: Asked[] = [];
  for await (const one of wanted) {
    waiting.push({ one, reading: (await isInBase(one)) ? null : reader.read(one) });
    if (waiting.length >= reader.maxAhead) yield waiting.shift()!;
  }
  yield* waiting;
}

/** How often to read a content again whose bytes break off, as when the connection to the store does. */
const maxTries = 3;

/** Returns null if the content is absent or damaged. */
async function copyOne(
  store: BlobStore,
  section: Section,
  one: Wanted,
  first: Reading,
  signal: AbortSignal,
): Promise<{ bytes: number } | null> {
  for (let reading = first, tries = 1; ; reading = readStored(store, one), tries += 1) {
    const { outcome, bytes, isRight } = await copyPieces(section, one, reading, signal);
    if (isRight) return { bytes };
    // A read error means that the disk is damaged there; any other problem may be temporary.
    if (outcome === 'absent' || !outcome.problem || isReadError(outcome.problem)) return null;
    if (tries === maxTries) throw outcome.problem;
  }
}

/** Copies a content, and marks it as bad if it is, so that it is never restored. */
async function copyPieces(
  section: Section,
  { key, sha256 }: Wanted,
  reading: Reading,
  signal: AbortSignal,
): Promise<{ outcome: Outcome; bytes: number; isRight: boolean }> {
  let bytes = 0;
  let outcome: Outcome | undefined;
  try {
    while (!outcome) {
      signal.throwIfAborted();
      const { done, value } = await reading.next();
      if (done) {
        outcome = value;
        continue;
      }
      if (bytes === 0) await section.begin({ key });
      bytes += value.bytes.length;
      await section.hashedPiece(value.bytes, value.release);
    }
  } finally {
    await reading.return('absent');
  }
  const isRight = outcome !== 'absent' && !outcome.problem && (sha256 === null || outcome.sha256 === sha256);
  if (outcome === 'absent' || (bytes === 0 && !isRight)) return { outcome, bytes, isRight };
  if (bytes === 0) await section.begin({ key });
  await section.end(isRight ? {} : { bad: true }, outcome.sha256);
  return { outcome, bytes, isRight };
}

const isReadError = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'EIO' && syscall === 'read';
};
