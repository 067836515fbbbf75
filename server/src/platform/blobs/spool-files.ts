import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const names = /^sheaf-[0-9a-f-]{36}\.spool$/;

/** A file of a store's spoolDir that does not exist yet. Its name tells whose it is: the folder may be everybody's. */
export const newSpoolFile = (folder: string): string => join(folder, `sheaf-${randomUUID()}.spool`);

/** Removes what processes left that were killed before this moment. */
export async function removeSpoolFilesBefore(moment: Date, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!names.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    // Those of another user can't be removed, and are not ours to worry about.
    if (found && found.mtime < moment) await rm(path, { force: true }).catch(() => {});
  }
}
