import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { jobType, onJob } from '../../jobs/queue.ts';
import { isBackupDue, makeBackup, readHeaderOf } from '../backups/index.ts';

/** Names that sort by time. */
const ours = /^sheaf-\d{8}T\d{6}Z\.backup$/;
const ourLeftover = /^sheaf-\d{8}T\d{6}Z\.backup\.part(\.wanted|\.index)?$/;
/** A file that was not written to for this long belongs to a killed backup. */
const leftoverMs = 3_600_000;

/**
 * Every ten minutes: makes a backup if one is due and not in progress. A killed or stopped one is followed by another.
 */
export const scheduledBackup = {
  ...onJob(
    jobType<object>('backups.make'),
    async (_, services, signal) => {
      const { dir, everySeconds, keep, passphrase } = services.config.backups;
      if (!dir || !(await isBackupDue(services.pool, everySeconds))) return;
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await removeLeftovers(dir);
      const earlier = await describeAll(dir);
      const made = await makeBackup(services, {
        file: join(dir, `sheaf-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.backup`),
        base: chooseBase(earlier, keep)?.file,
        passphrase,
        scheduled: true,
        signal,
      });
      if (!made) return;
      if (made.totals.missing > 0)
        services.log.error(
          { missing: made.totals.missing },
          'contents that are missing or damaged are not in the backup: run npm run check',
        );
      for (const { file } of outdated(await describeAll(dir), keep)) await rm(file, { force: true });
    },
    '*/10 * * * *',
  ),
  ioBound: true,
};

export interface KeptBackup {
  file: string;
  id: string;
  baseId: string | null;
}

/** The finished backups in the folder, newest first. Other files, and those that can't be opened, are left alone. */
async function describeAll(dir: string): Promise<KeptBackup[]> {
  const found: KeptBackup[] = [];
  for (const name of (await readdir(dir))
    .filter((one) => ours.test(one))
    .toSorted()
    .toReversed()) {
    const file = join(dir, name);
    const header = await readHeaderOf(file);
    if (header) found.push({ file, id: header.id, baseId: header.base?.id ?? null });
  }
  return found;
}

/** The newest complete backup, unless enough of the kept ones are based on it. */
export function chooseBase(newestFirst: readonly KeptBackup[], keep: number): KeptBackup | undefined {
  const complete = newestFirst.find(({ baseId }) => baseId === null);
  const onIt = newestFirst.filter(({ baseId }) => baseId === complete?.id).length;
  return complete && onIt < keep - 1 ? complete : undefined;
}

/** All backups but the newest ones and those they are based on. */
export function outdated(newestFirst: readonly KeptBackup[], keep: number): KeptBackup[] {
  const kept = newestFirst.slice(0, keep);
  const needed = new Set(kept.map(({ baseId }) => baseId));
  return newestFirst.slice(keep).filter(({ id }) => !needed.has(id));
}

async function removeLeftovers(dir: string): Promise<void> {
  for (const name of (await readdir(dir)).filter((one) => ourLeftover.test(one))) {
    const file = join(dir, name);
    const info = await stat(file).catch(() => null);
    if (info && Date.now() - info.mtimeMs > leftoverMs) await rm(file, { force: true });
  }
}
