import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const names = /^sheaf-[0-9a-f-]{36}\.spool$/;

/** A new file name in a store's spoolDir. The name identifies its store, because several may share the folder. */
export const newSpoolFile = (folder: string): string => join(folder, `sheaf-${randomUUID()}.spool`);

/** Removes the files of processes that were killed before this moment. */
export async function removeSpoolFilesBefore(moment: Date, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!names.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    // Files of another user can't be removed, and don't have to be.
    if (found && found.mtime < moment) await rm(path, { force: true }).catch(() => {});
  }
}
