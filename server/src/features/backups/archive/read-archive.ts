import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { decrypted, type SectionKey, unlockKey } from './encryption.ts';
import {
  BackupError,
  blockPrefixBytes,
  firstLine,
  type Header,
  lastBytes,
  maxHeaderBytes,
  maxTrailerBytes,
  readBlockPrefix,
  type SectionName,
  type SectionPlace,
  type Trailer,
} from './format.ts';
import { damaged, type Part, readSection } from './notes.ts';

const chunkBytes = 1024 ** 2;
const shaBytes = 32;
const lengthBytes = 4;

export interface Archive {
  file: string;
  header: Header;
  trailer: Trailer;
  /** Reads a section and checks every byte, and that the section belongs to this backup. */
  read(name: SectionName): AsyncGenerator<Part>;
  close(): Promise<void>;
}

/** Reads the header of a backup, which needs no passphrase. Returns null if the file isn’t a complete backup. */
export async function readHeaderOf(file: string): Promise<Header | null> {
  const handle = await openFile(file);
  try {
    return (await readEnds(handle)).header;
  } catch (error) {
    if (error instanceof BackupError) return null;
    throw error;
  } finally {
    await handle.close();
  }
}

/** Reads the beginning and the end of a backup, and unlocks it with the passphrase if it is encrypted. */
export async function openArchive(file: string, passphrase: string | undefined): Promise<Archive> {
  const handle = await openFile(file);
  try {
    const { header, trailer } = await readEnds(handle);
    const key = header.lockedKey === null ? null : await unlockKey(header.lockedKey, passphrase);
    return {
      file,
      header,
      trailer,
      read: (name) => readOwn(handle, { name, header, trailer, key }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function openFile(file: string): Promise<FileHandle> {
  return open(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new BackupError(`There is no file ${file}.`)
      : new BackupError(`The file ${file} can’t be read (${error.code}).`);
  });
}

async function readEnds(handle: FileHandle): Promise<{ header: Header; trailer: Trailer }> {
  const { opening, header } = await readHeader(handle);
  const { size } = await handle.stat();
  const { trailer, start } = await readTrailer(handle, opening, size);
  if (trailer.id !== header.id || !isFilled(trailer, opening.length, start)) throw damaged();
  return { header, trailer };
}

async function readHeader(handle: FileHandle): Promise<{ opening: Buffer; header: Header }> {
  const start = await readAt(handle, 0, maxHeaderBytes);
  if (!start.subarray(0, firstLine.length).equals(Buffer.from(firstLine)))
    throw new BackupError(
      start.subarray(0, 12).toString() === firstLine.slice(0, 12)
        ? 'This backup was made by a newer Sheaf. Restore it with that one.'
        : 'This isn’t a backup of Sheaf’s.',
    );
  const end = start.indexOf('\n', firstLine.length);
  if (end < 0) throw incomplete();
  const opening = start.subarray(0, end + 1);
  try {
    return { opening, header: JSON.parse(opening.subarray(firstLine.length).toString()) };
  } catch (error) {
    throw damaged(error);
  }
}

async function readTrailer(
  handle: FileHandle,
  opening: Buffer,
  size: number,
): Promise<{ trailer: Trailer; start: number }> {
  const tailBytes = shaBytes + lengthBytes + lastBytes.length;
  if (size < opening.length + tailBytes) throw incomplete();
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  if (!tail.subarray(shaBytes + lengthBytes).equals(lastBytes)) throw incomplete();
  const length = tail.readUInt32LE(shaBytes);
  const start = size - tailBytes - length;
  if (length > maxTrailerBytes || start < opening.length) throw damaged();
  const text = await readAt(handle, start, length);
  if (!createHash('sha256').update(opening).update(text).digest().equals(tail.subarray(0, shaBytes))) throw damaged();
  return { trailer: JSON.parse(text.toString()), start };
}

const incomplete = () =>
  new BackupError('The backup isn’t complete: its end is missing. Use another copy or an older backup.');

/** Whether there is nothing but the blocks of the sections between the header and the trailer. */
function isFilled({ sections }: Trailer, start: number, end: number): boolean {
  const bytes = Object.values(sections).reduce(
    (sum, { blocks, length }) => sum + blocks * blockPrefixBytes + length,
    0,
  );
  return bytes === end - start;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** The bytes of a section, without the blocks of others. A stream of the handle would close it at its end. */
async function* bytesOf(
  handle: FileHandle,
  wanted: SectionName,
  { offset, blocks }: SectionPlace,
): AsyncGenerator<Buffer> {
  let at = offset;
  for (let left = blocks; left > 0; ) {
    const prefix = await readAt(handle, at, blockPrefixBytes);
    if (prefix.length < blockPrefixBytes) throw damaged();
    const { name, length } = readBlockPrefix(prefix);
    if (!name) throw damaged();
    at += blockPrefixBytes;
    if (name === wanted) {
      yield* rangeOf(handle, at, length);
      left -= 1;
    }
    at += length;
  }
}

async function* rangeOf(handle: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = start; at < start + length; ) {
    const chunk = await readAt(handle, at, Math.min(chunkBytes, start + length - at));
    if (chunk.length === 0) throw damaged();
    at += chunk.length;
    yield chunk;
  }
}

interface Opened {
  name: SectionName;
  header: Header;
  trailer: Trailer;
  key: SectionKey | null;
}

async function* readOwn(handle: FileHandle, { name, header, trailer, key }: Opened): AsyncGenerator<Part> {
  const place = trailer.sections[name];
  const bytes = Readable.from(bytesOf(handle, name, place), { objectMode: false, highWaterMark: chunkBytes });
  try {
    const parts = readSection(key ? await opened(key, bytes) : bytes, place.sha256);
    const first = await parts.next();
    if (first.done || !isOwn(first.value, name, header)) throw damaged();
    await parts.next();
    yield* parts;
  } finally {
    bytes.destroy();
  }
}

const isOwn = (part: Part, name: SectionName, header: Header): boolean =>
  part.kind === 'begin' && part.note.section === name && JSON.stringify(part.note.header) === JSON.stringify(header);

/** Decrypts a section. age detects every change, but its error messages mean nothing to an operator. */
async function opened(key: SectionKey, bytes: Readable): Promise<AsyncIterable<Uint8Array>> {
  const source = Readable.toWeb(bytes) as NodeReadableStream<Uint8Array> as ReadableStream<Uint8Array>;
  const output = await decrypted(key, source).catch((error) => {
    throw damaged(error);
  });
  return (async function* () {
    try {
      yield* output as unknown as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw damaged(error);
    }
  })();
}
