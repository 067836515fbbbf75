import { randomUUID } from 'node:crypto';
import { open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { assertKey, assertPrefix, assertRange, isKey } from './blob-keys.ts';
import { type BlobInfo, type BlobStore, LEFTOVER_AGE_MS, READ_CHUNK_BYTES } from './blob-store.ts';
import { isAbsent, makeFolder, syncFolder, systemReason, writeDurably } from './durable.ts';
import { GROWING_PREFIX, growingFiles } from './growing/growing-files.ts';
import { journalEnding } from './journal.ts';
import { createManyWriter } from './write-many.ts';

/** Where blobs are written before they are renamed into place. No key can name it: '+' is not allowed in keys. */
const INCOMING = '+incoming';

/** One file per blob, its key as the path. Several processes may share the folder. */
export async function openDiskStore(root: string): Promise<BlobStore> {
  const incoming = join(root, INCOMING);
  const many = createManyWriter(incoming);
  try {
    await makeFolder(incoming);
    if (await removeLeftovers(incoming)) many.start();
  } catch (error) {
    throw new Error(`The blob folder ${root} cannot be used: ${systemReason(error)}.`, { cause: error });
  }
  const pathOf = (key: string) => {
    assertKey(key);
    return join(root, key);
  };
  // Not synced: a blob that a power cut brings back is simply deleted again.
  const remove = async (key: string) => void (await rm(pathOf(key)).catch(nullIfAbsent));

  const store: Omit<BlobStore, 'growing'> = {
    async put(key, body, { signal } = {}) {
      const path = pathOf(key);
      const temporary = join(incoming, randomUUID());
      let size: number;
      try {
        size = await writeDurably(temporary, body, signal);
        signal?.throwIfAborted();
        await moveIntoPlace(temporary, path);
      } catch (error) {
        if (body instanceof Readable) body.destroy();
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
      return { size };
    },

    async putAll(blobs) {
      await many.write(blobs.map(({ key, bytes }) => ({ path: pathOf(key), bytes })));
    },

    spoolDir: incoming,

    async adopt(key, file) {
      const path = pathOf(key);
      await moveIntoPlace(file, path);
      await syncFolder(dirname(path));
    },

    async get(key, { range, chunkBytes = READ_CHUNK_BYTES } = {}) {
      const path = pathOf(key);
      if (range) assertRange(range);
      const file = await open(path).catch(nullIfAbsent);
      if (!file) return null;
      try {
        const found = await file.stat();
        const start = range?.start ?? 0;
        const end = Math.min(range?.end ?? Infinity, found.size - 1);
        if (found.isFile() && start <= end) {
          return { body: file.createReadStream({ start, end, highWaterMark: chunkBytes }), size: found.size };
        }
        await file.close();
        return found.isFile() ? { body: Readable.from([]), size: found.size } : null;
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    fileOf: pathOf,

    async head(key) {
      return infoOf(pathOf(key));
    },

    delete: remove,

    async deleteAll(keys) {
      for (const key of keys) await remove(key);
    },

    async *list(prefix) {
      assertPrefix(prefix);
      for await (const key of keysBelow(root, prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix)) {
        const info = await infoOf(join(root, key));
        if (info) yield { key, ...info };
      }
    },

    async ready() {
      const probe = join(incoming, randomUUID());
      try {
        await writeFile(probe, 'ready', { flag: 'wx' });
      } catch (error) {
        throw new Error(`The blob folder ${root} cannot be written: ${systemReason(error)}.`, { cause: error });
      } finally {
        await rm(probe, { force: true }).catch(() => {});
      }
    },

    close: () => many.close(),
  };
  return { ...store, growing: growingFiles(incoming, store) };
}

async function moveIntoPlace(temporary: string, path: string): Promise<void> {
  try {
    await rename(temporary, path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    await makeFolder(dirname(path));
    await rename(temporary, path);
  }
}

/**
 * Lists keys at or below a folder ('' or 'a/b/') that start with the prefix; folders that can't contain one are not
 * opened.
 */
async function* keysBelow(root: string, folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await opendir(join(root, folder)).catch(nullIfAbsent);
  if (!entries) return;
  for await (const entry of entries) {
    const key = folder + entry.name;
    if (!isKey(key) || !(key.startsWith(prefix) || prefix.startsWith(`${key}/`))) continue;
    if (entry.isDirectory()) yield* keysBelow(root, `${key}/`, prefix);
    else if (entry.isFile() && key.startsWith(prefix)) yield key;
  }
}

async function infoOf(path: string): Promise<BlobInfo | null> {
  const found = await stat(path).catch(nullIfAbsent);
  return found?.isFile() ? { size: found.size, modifiedAt: found.mtime } : null;
}

/**
 * Removes what killed writers have left, by age, to spare writes of other processes that are in progress. Journals are
 * settled rather than removed; returns true if there are any. Growing blobs have their own age.
 */
async function removeLeftovers(incoming: string): Promise<boolean> {
  let journals = false;
  for await (const entry of await opendir(incoming)) {
    if (entry.name.startsWith(GROWING_PREFIX)) continue;
    const path = join(incoming, entry.name);
    const info = await infoOf(path);
    if (entry.name.endsWith(journalEnding)) journals = true;
    else if (info && Date.now() - info.modifiedAt.getTime() > LEFTOVER_AGE_MS) await rm(path, { force: true });
  }
  return journals;
}

function nullIfAbsent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}
