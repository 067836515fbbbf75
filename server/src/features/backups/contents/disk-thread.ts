import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/**
 * A thread that reads files one after another, hashes them, and sends them in a few large buffers that come back to be
 * filled again: see disk-reader.ts. It uses blocking calls, since nothing else runs in it.
 */
export interface FileRequest {
  path: string;
  /** Null accepts any size. */
  size: number | null;
}

/** The content of a buffer: parts of files in the order of the requests, with an end after each file. */
export type FilePart = { offset: number; length: number } | { end: FileEnd };
export type FileEnd = { sha256: string; problem?: { message: string; code?: string; syscall?: string } } | 'absent';

export interface FilledBuffer {
  buffer: ArrayBuffer;
  /** How many of its bytes are in use. */
  filled: number;
  parts: FilePart[];
}

export type ThreadMessage = FileRequest | { buffer: ArrayBuffer };

const bufferBytes = 1024 ** 2;
const bufferCount = 4;

const requests: FileRequest[] = [];
const free = Array.from({ length: bufferCount }, () => new Uint8Array(bufferBytes));
let current: { bytes: Uint8Array<ArrayBuffer>; filled: number; parts: FilePart[] } | null = null;
let file: { fd: number; size: number; read: number; hash: Hash } | null = null;

parentPort!.on('message', (message: ThreadMessage) => {
  if ('buffer' in message) free.push(new Uint8Array(message.buffer));
  else requests.push(message);
  work();
});

/** Reads as long as there are requests and free buffers. */
function work(): void {
  while (file || requests.length > 0) {
    if (!current) {
      const bytes = free.pop();
      if (!bytes) return;
      current = { bytes, filled: 0, parts: [] };
    }
    try {
      file ??= begin(requests.shift()!);
      if (file) readSome(file);
    } catch (error) {
      const { message, code, syscall } = error as NodeJS.ErrnoException;
      end({ sha256: (file?.hash ?? createHash('sha256')).digest('hex'), problem: { message, code, syscall } });
    }
    if (current.filled === bufferBytes) send();
  }
  if (current) send();
}

function begin({ path, size }: FileRequest): typeof file {
  const fd = openOrNull(path);
  if (fd === null) {
    current!.parts.push({ end: 'absent' });
    return null;
  }
  file = { fd, size: 0, read: 0, hash: createHash('sha256') };
  const found = fstatSync(fd);
  file.size = found.size;
  if (size === null || found.size === size) return file;
  end('absent');
  return null;
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

function readSome({ fd, size, read, hash }: NonNullable<typeof file>): void {
  const { bytes, filled, parts } = current!;
  const length = read === size ? 0 : readSync(fd, bytes, filled, Math.min(bufferBytes - filled, size - read), null);
  if (length === 0) {
    end({ sha256: hash.digest('hex') });
    return;
  }
  hash.update(bytes.subarray(filled, filled + length));
  parts.push({ offset: filled, length });
  current!.filled += length;
  file!.read += length;
}

function end(how: FileEnd): void {
  if (file) closeSync(file.fd);
  file = null;
  current!.parts.push({ end: how });
}

function send(): void {
  const { bytes, filled, parts } = current!;
  current = null;
  const message: FilledBuffer = { buffer: bytes.buffer, filled, parts };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(message, [bytes.buffer]);
}
