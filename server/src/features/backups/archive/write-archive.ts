import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../../platform/blobs/index.ts';
import { encrypted, type SectionKey } from './encryption.ts';
import {
  BackupError,
  blockPrefix,
  firstLine,
  type Header,
  lastBytes,
  type SectionName,
  type SectionPlace,
  type Totals,
  type Trailer,
} from './format.ts';
import { createSection, type Take } from './notes.ts';

const bufferBytes = 1024 ** 2;
/**
 * After this many bytes the file is flushed to the disk while writing continues. A single flush at the end would take
 * long, for every other process that syncs too.
 */
const flushBytes = 64 * 1024 ** 2;

export type Section = Omit<ReturnType<typeof createSection>, 'digest'>;

export interface ArchiveWriter {
  /** Writes each section once. Sections may be written at the same time. */
  section<T>(name: SectionName, write: (section: Section) => Promise<T>): Promise<T>;
  /** Resolves with the size once the file is durable under its name. */
  finish(totals: Totals): Promise<number>;
  /** Deletes the unfinished file. */
  drop(): Promise<void>;
}

export const partOf = (file: string): string => `${file}.part`;

/** Writes FILE.part, which becomes FILE only when it is complete and on the disk. An existing FILE is never replaced. */
export async function createArchive(file: string, header: Header, key: SectionKey | null): Promise<ArchiveWriter> {
  const part = partOf(file);
  const handle = await open(part, 'wx', 0o600).catch((error) => {
    throw fileError(error, part);
  });
  const output = createOutput(handle);
  const opening = Buffer.from(`${firstLine}${JSON.stringify(header)}\n`);
  const sections = {} as Record<SectionName, SectionPlace>;
  const drop = async () => {
    await output.settled().catch(() => {});
    await handle.close().catch(() => {});
    await rm(part, { force: true });
  };
  try {
    await output.write([opening]);
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    async section(name, write) {
      const blocks = createBlocks(output, name);
      const target = key ? await encryptTo(key, blocks.take) : { take: blocks.take, close: async () => {} };
      const section = createSection(target.take);
      // Repeated inside the section, so that encrypted sections of two backups can’t be exchanged.
      await section.begin({ section: name, header });
      await section.end();
      const result = await write(section);
      await target.close();
      sections[name] = { ...(await blocks.end()), sha256: section.digest() };
      return result;
    },
    async finish(totals) {
      const trailer = Buffer.from(JSON.stringify({ id: header.id, sections, totals } satisfies Trailer));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(trailer.length);
      const sha256 = createHash('sha256').update(opening).update(trailer).digest();
      await output.write([trailer, sha256, length, lastBytes]);
      await output.settled();
      await handle.sync();
      await handle.close();
      await rename(part, file);
      await syncFolder(dirname(file));
      return output.written();
    },
    drop,
  };
}

/** Appends to the file, one write after the other. */
function createOutput(handle: FileHandle) {
  let written = 0;
  let writing: Promise<void> = Promise.resolve();
  let flushedAt = 0;
  let flushing: Promise<unknown> | null = null;
  let flushError: { error: unknown } | null = null;
  const append = async (chunks: Uint8Array[], end: number) => {
    // A disk reports only once that it couldn’t store the data.
    if (flushError) throw flushError.error;
    await writeAll(handle, chunks);
    if (flushing || end - flushedAt < flushBytes) return;
    flushedAt = end;
    flushing = handle.datasync().then(
      () => (flushing = null),
      (error) => (flushError = { error }),
    );
  };
  return {
    /** Resolves when everything before it is written, so that callers are at most one write ahead. */
    async write(chunks: Uint8Array[], whenWritten: () => void = () => {}): Promise<void> {
      const before = writing;
      for (const { length } of chunks) written += length;
      const end = written;
      writing = before.then(() => append(chunks, end)).then(whenWritten);
      // The next write or the end throws the error.
      writing.catch(() => {});
      await before;
    },
    async settled(): Promise<void> {
      await writing;
      await flushing;
      if (flushError) throw flushError.error;
    },
    written: () => written,
  };
}

/** Collects the small pieces of a section into large writes. */
function createBlocks(output: ReturnType<typeof createOutput>, name: SectionName) {
  const place = { offset: 0, blocks: 0, length: 0 };
  let waiting = { chunks: [] as Uint8Array[], bytes: 0, written: [] as (() => void)[] };
  const write = async () => {
    const { chunks, bytes, written } = waiting;
    waiting = { chunks: [], bytes: 0, written: [] };
    if (place.blocks === 0) place.offset = output.written();
    place.blocks += 1;
    place.length += bytes;
    await output.write([blockPrefix(name, bytes), ...chunks], () => {
      for (const call of written) call();
    });
  };
  const take: Take = async (chunks, whenWritten) => {
    for (const chunk of chunks) {
      waiting.chunks.push(chunk);
      waiting.bytes += chunk.length;
    }
    if (whenWritten) waiting.written.push(whenWritten);
    if (waiting.bytes >= bufferBytes) await write();
  };
  const end = async () => {
    if (waiting.bytes > 0) await write();
    return place;
  };
  return { take, end };
}

/** Writes everything, since a write may be partial. */
async function writeAll(handle: FileHandle, chunks: Uint8Array[]): Promise<void> {
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  let { bytesWritten } = await handle.writev(chunks);
  if (bytesWritten === total) return;
  const whole = Buffer.concat(chunks);
  while (bytesWritten < total) bytesWritten += (await handle.write(whole, bytesWritten)).bytesWritten;
}

async function encryptTo(key: SectionKey, take: Take): Promise<{ take: Take; close(): Promise<void> }> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const output = await encrypted(key, readable);
  const drained = (async () => {
    for await (const chunk of output) await take([chunk]);
  })();
  // The next write or `close` throws the error.
  drained.catch(() => {});
  const writer = writable.getWriter();
  writer.closed.catch(() => {});
  return {
    async take(chunks, written) {
      // Bytes that may change are copied, since it is unknown when the encryption is done with a chunk.
      for (const chunk of chunks) await Promise.race([writer.write(written ? Buffer.from(chunk) : chunk), drained]);
      written?.();
    },
    async close() {
      await Promise.race([writer.close(), drained]);
      await drained;
    },
  };
}

function fileError(error: unknown, part: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST')
    return new BackupError(`${part} is there already: another backup is being written, or one was killed. Remove it.`);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new BackupError(`The folder ${dirname(part)} isn’t there.`);
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new BackupError(`${part} can’t be written: this user has no access there.`);
  return error;
}
