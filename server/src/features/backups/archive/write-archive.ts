import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../../platform/blobs/index.ts';
import { encrypted, type SectionKey } from './encryption.ts';
import {
  BackupError,
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

export type Section = Omit<ReturnType<typeof createSection>, 'digest'>;

export interface ArchiveWriter {
  /** One after the other, in the order of the format. */
  section(name: SectionName, write: (section: Section) => Promise<void>): Promise<void>;
  /** Durable and under its name when it resolves; answers its size. */
  finish(totals: Totals): Promise<number>;
  /** Leaves nothing behind. */
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
    await output.settled();
    await handle.close().catch(() => {});
    await rm(part, { force: true });
  };
  try {
    await output.take([opening]);
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    async section(name, write) {
      const offset = output.written();
      const target = key ? await encryptTo(key, output.take) : { take: output.take, close: async () => {} };
      const section = createSection(target.take);
      // Repeated inside, where it is encrypted: sections of two backups can’t be exchanged.
      await section.begin({ section: name, header });
      await section.end();
      await write(section);
      await target.close();
      sections[name] = { offset, length: output.written() - offset, sha256: section.digest() };
    },
    async finish(totals) {
      const trailer = Buffer.from(JSON.stringify({ id: header.id, sections, totals } satisfies Trailer));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(trailer.length);
      const sha256 = createHash('sha256').update(opening).update(trailer).digest();
      await output.take([trailer, sha256, length, lastBytes]);
      await output.flush();
      await handle.sync();
      await handle.close();
      await rename(part, file);
      await syncFolder(dirname(file));
      return output.written();
    },
    drop,
  };
}

/** Gathers small pieces, so that the disk gets large ones, and goes on while one is being written. */
function createOutput(handle: FileHandle) {
  let waiting = { chunks: [] as Uint8Array[], bytes: 0, written: [] as (() => void)[] };
  let written = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const now = waiting;
    waiting = { chunks: [], bytes: 0, written: [] };
    await writing;
    writing = writeAll(handle, now.chunks).then(() => {
      for (const call of now.written) call();
    });
    // Whoever writes next, or flushes, meets it.
    writing.catch(() => {});
  };
  const take: Take = async (chunks, whenWritten) => {
    for (const chunk of chunks) {
      waiting.chunks.push(chunk);
      waiting.bytes += chunk.length;
      written += chunk.length;
    }
    if (whenWritten) waiting.written.push(whenWritten);
    if (waiting.bytes >= bufferBytes) await write();
  };
  const flush = async () => {
    await write();
    await writing;
  };
  return { take, flush, settled: () => writing.catch(() => {}), written: () => written };
}

/** A write may take less than it was given. */
async function writeAll(handle: FileHandle, chunks: Uint8Array[]): Promise<void> {
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (total === 0) return;
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
  // Whoever writes next, or closes, meets it.
  drained.catch(() => {});
  const writer = writable.getWriter();
  writer.closed.catch(() => {});
  return {
    async take(chunks, written) {
      // Copied where it may be changed: when the encryption is done with a chunk can’t be known.
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
