import { createReadStream } from 'node:fs';
import { type FileHandle, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { advance, type Upload } from './uploads.queries.ts';

/** After so many bytes what came is certain, whatever happens next. */
const certainEvery = 16 * 1024 * 1024;
const readBytes = 256 * 1024;

/** Where the bytes of an upload grow: beside the blobs, or where there is room for what goes to S3. */
const prefix = 'upload-';
const pathOf = ({ blobs }: Services, id: string) => join(blobs.spoolDir, prefix + id);

export async function beginSpool(services: Services, id: string): Promise<void> {
  const file = await open(pathOf(services, id), 'wx', 0o640);
  await file.close();
}

export const readSpool = (services: Services, { id, size }: Upload): Readable =>
  createReadStream(pathOf(services, id), { highWaterMark: readBytes, end: Math.max(0, size - 1) });

export const removeSpool = (services: Services, id: string): Promise<void> => rm(pathOf(services, id), { force: true });

/** The uploads whose bytes have been here for so long without a change. */
export async function* oldSpools({ blobs }: Services, ageMs: number): AsyncGenerator<string> {
  for await (const { name } of await opendir(blobs.spoolDir)) {
    const id = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const found = isUuid(id) ? await stat(join(blobs.spoolDir, name)).catch(() => null) : null;
    if (found && Date.now() - found.mtimeMs > ageMs) yield id;
  }
}

/** Whether the bytes are still here: the disk may have been emptied, or another machine may have them. */
export async function hasSpool(services: Services, { id, received }: Upload): Promise<boolean> {
  const found = await stat(pathOf(services, id)).catch(() => null);
  return found !== null && found.size >= received;
}

/**
 * Writes what comes behind what is there, in bounded memory. Whatever ends it (the person's connection, a newer request,
 * our own disk), as much as came is kept and counted.
 */
export async function append(services: Services, upload: Upload, body: Readable): Promise<number> {
  const file = await open(pathOf(services, upload.id), 'r+');
  let [at, certain] = [upload.received, upload.received];
  const makeCertain = async () => {
    if (at === certain) return;
    await file.datasync();
    if (!(await advance(services.db, upload.id, certain, at)))
      throw new AppError('conflict', 'This upload goes on elsewhere.');
    certain = at;
  };
  try {
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        if (at + chunk.length > upload.size) throw new AppError('too_large', 'More bytes came than were announced.');
        await writeAt(file, chunk, at);
        at += chunk.length;
        if (at - certain >= certainEvery) await makeCertain();
      }
    } finally {
      await makeCertain();
    }
  } finally {
    await file.close();
  }
  return at;
}

async function writeAt(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  try {
    for (let done = 0; done < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done);
      done += bytesWritten;
    }
  } catch (error) {
    if (!/^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new AppError('unavailable', 'There is no room left on the server. Please tell whoever runs it.');
  }
}
