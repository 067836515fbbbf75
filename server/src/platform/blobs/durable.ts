import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getSystemErrorMessage } from 'node:util';

// Readable for the group too, because a web server in front may send files itself.
export const FILE_MODE = 0o640;
export const FOLDER_MODE = 0o750;

/** Writes a new file and returns its size once the bytes are on the disk, not only in its cache. */
export async function writeDurably(path: string, body: Readable | Uint8Array, signal?: AbortSignal): Promise<number> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    if (body instanceof Uint8Array) await file.writeFile(body, { signal });
    else await pipeline(body, (chunks: AsyncIterable<Buffer>) => file.writeFile(chunks), { signal });
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** Creates a folder and all above it, durably; succeeds if they exist. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Makes renames and new entries in a folder survive a power cut. Windows can't open folders and doesn't need this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** "permission denied", "no space left on device": the system's own words, without path or call. */
export function systemReason(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return errno === undefined ? message : getSystemErrorMessage(errno);
}
