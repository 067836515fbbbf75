import { hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { FILE_MODE, isAbsent } from './durable.ts';

/** Many small files in one, which a single sync makes durable. For the writer thread: every call blocks. */
interface Header {
  files: { path: string; size: number }[];
  /**
   * The hash of all bytes. A journal cut short by a crash doesn't match it and is ignored, because its write was never
   * reported as done.
   */
  sha256: string;
}

export const journalEnding = '.journal';
const lengthBytes = 4;

/** `bytes` are those of all files, one after the other. Durable when it returns. */
export function writeJournal(path: string, files: Header['files'], bytes: Uint8Array): void {
  const header = Buffer.from(JSON.stringify({ files, sha256: hash('sha256', bytes) } satisfies Header));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(header.length);
  const whole = Buffer.concat([length, header, bytes]);
  const file = openSync(path, 'wx', FILE_MODE);
  try {
    for (let at = 0; at < whole.length; ) at += writeSync(file, whole, at);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  syncFolder(dirname(path));
}

/** Returns nothing for a journal that is missing or was cut. */
export function readJournal(path: string): { path: string; bytes: Uint8Array }[] {
  const whole = contentOf(path);
  if (!whole || whole.length < lengthBytes) return [];
  const start = lengthBytes + whole.readUInt32LE();
  const bytes = whole.subarray(start);
  const { files, sha256 } = headerOf(whole.subarray(lengthBytes, start));
  if (sha256 !== hash('sha256', bytes)) return [];
  let end = 0;
  return files.map(({ path, size }) => {
    end += size;
    return { path, bytes: bytes.subarray(end - size, end) };
  });
}

function headerOf(text: Buffer): Header {
  try {
    return JSON.parse(text.toString());
  } catch {
    return { files: [], sha256: '' };
  }
}

export function contentOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Windows can't open folders and doesn't need this. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') syncFile(path);
}
