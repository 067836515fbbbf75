import { lchown, lstat, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, explainOutput } from './embedded-error.ts';
import { launch } from './launch.ts';
import { USER } from './settings.ts';

/**
 * Makes sure that `dir` holds a cluster that these binaries can run and this account owns; creates it if there is none.
 */
export async function prepareCluster(
  dir: string,
  o: { binaries: Binaries; account: Account; logFile: string; sync: boolean; log(message: string): void },
): Promise<void> {
  if (await isAbsent(dir)) {
    o.log('Preparing the database for the first time.');
    await createCluster(dir, o);
    return;
  }
  const version = await readVersion(dir);
  if (version !== o.binaries.major) {
    throw new EmbeddedPostgresError(
      `The database in ${dir} was written by PostgreSQL ${version} and this Sheaf brings PostgreSQL ${o.binaries.major}: start the Sheaf that wrote it, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const { uid } = await lstat(dir);
  if (uid !== o.account.uid) await handOver(dir, o.account);
}

async function isAbsent(dir: string): Promise<boolean> {
  try {
    return (await readdir(dir)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

async function readVersion(dir: string): Promise<string> {
  try {
    return (await readFile(path.join(dir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new EmbeddedPostgresError(
      `The folder ${dir} holds something other than a database of Sheaf: move it away, or point SHEAF_DATA_DIR at another folder.`,
    );
  }
}

/**
 * Builds the cluster in a temporary folder and renames it, so that a kill half-way leaves nothing that looks like a
 * cluster.
 */
async function createCluster(
  dir: string,
  o: { binaries: Binaries; account: Account; logFile: string; sync: boolean },
): Promise<void> {
  await removeDrafts(dir);
  const draft = await mkdtemp(`${dir}${DRAFT}`);
  try {
    await lchown(draft, o.account.uid, o.account.gid);
    const args = ['-D', draft, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--data-checksums'];
    args.push('--locale-provider=builtin', '--locale=C.UTF-8', ...(o.sync ? [] : ['--no-sync']));
    const initdb = launch(o.account, o.binaries.initdb, args, 'pipe');
    const { code, output } = await initdb.ended;
    if (code !== 0) throw explainOutput(output, dir, o.logFile);
    await rename(draft, dir);
    if (o.sync) await syncFolder(path.dirname(dir));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

const DRAFT = '.draft-';

/**
 * Removes what killed first starts left. Each start has a name of its own, because an orphaned initdb may still write
 * in one.
 */
async function removeDrafts(dir: string): Promise<void> {
  const parent = path.dirname(dir);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${path.basename(dir)}${DRAFT}`)) continue;
    await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a cluster that was copied by root, or used under another account, the owner that PostgreSQL requires. */
async function handOver(dir: string, account: Account): Promise<void> {
  if (process.geteuid?.() !== 0) {
    throw new EmbeddedPostgresError(
      `The database in ${dir} belongs to another user, probably because Sheaf once ran as root: run it as that user again, or as root give it to this one with chown -R.`,
    );
  }
  for (const entry of await readdir(dir, { recursive: true })) {
    await lchown(path.join(dir, entry), account.uid, account.gid);
  }
  // Last, so that a kill half-way makes the next start do it again.
  await lchown(dir, account.uid, account.gid);
}
