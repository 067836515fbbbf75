import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { explainFileError, explainOutput } from './embedded-error.ts';
import { type Launched, launch } from './launch.ts';
import {
  findPostmaster,
  isPostmasterOf,
  type Postmaster,
  removeStaleLocks,
  stopPostmaster,
  untilGone,
  untilReady,
} from './postmaster.ts';
import { DATABASE, type Settings, serverArguments, socketFileIn, socketFolderFor, USER } from './settings.ts';

const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process does so with the same lock file. Node has no flock(2); SQLite's exclusive
 * transaction is the one file lock held by the kernel in the standard library, so a killed holder never leaves it
 * behind.
 */
async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  // Created here, because SQLite's file-system errors don't say the reason.
  closeSync(openSync(file, 'a', 0o600));
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    while (!tryLock(lock)) await sleep(25);
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // A journal on disk would need space there, and there is nothing to roll back.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

const SIZE_LIMIT = 1_000_000;

interface LogFile {
  /** The descriptor for a child to write to. */
  descriptor: number;
  /** What has been written since it was opened. */
  tail(): string;
  close(): void;
}

/** Opens PostgreSQL's log for appending. A large one is first renamed to the single older log, `<file>.1`. */
function openLogFile(file: string): LogFile {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > SIZE_LIMIT) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  const { size } = fstatSync(descriptor);
  return {
    descriptor,
    tail: () => readFileSync(file).subarray(size).toString('utf8'),
    close: () => closeSync(descriptor),
  };
}

export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string; port: number };
  /**
   * Stops PostgreSQL and returns when it has ended, within six seconds. This also applies to one that was found
   * running: a caller whose data is in use by another Sheaf drops this handle without stopping.
   */
  stop(): Promise<void>;
  /** Whether PostgreSQL was already running: left by a killed Sheaf, or in use by another one. */
  adopted: boolean;
}

export interface StartOptions {
  /** The absolute path of the cluster, such as <data>/postgres. The log and the lock are beside it. */
  dir: string;
  log(message: string): void;
  /** Overrides settings of the server, for clusters that don't need to last. */
  settings?: Settings;
}

/** Starts PostgreSQL on `dir`, or uses the one that runs there. Rejects with an EmbeddedPostgresError only. */
export async function startEmbedded(options: StartOptions): Promise<EmbeddedPostgres> {
  try {
    const parent = path.dirname(options.dir);
    await mkdir(parent, { recursive: true });
    const dir = path.join(await realpath(parent), path.basename(options.dir));
    return await withLock(`${dir}.lock`, () => adoptOrStart({ ...options, dir }));
  } catch (error) {
    throw explainFileError(error, options.dir);
  }
}

async function adoptOrStart(options: StartOptions): Promise<EmbeddedPostgres> {
  const { dir, log } = options;
  const found = findPostmaster(dir);
  const adopted = found && (await adopt(dir, found, log));
  const postmaster = adopted ?? (await start(options));
  if (adopted) log(`Using the PostgreSQL that is already running (process ${adopted.pid}).`);

  const connection = { host: postmaster.socketFolder, port: postmaster.port, user: USER, database: DATABASE };
  await createDatabase(connection);
  let stopped: Promise<void> | undefined;
  return {
    connection,
    adopted: adopted !== undefined,
    stop: () => {
      stopped ??= stopPostmaster(dir, postmaster.pid).then(() => removeSocketFolder(dir, postmaster));
      return stopped;
    },
  };
}

async function adopt(dir: string, found: Postmaster, log: StartOptions['log']): Promise<Postmaster | undefined> {
  if (!found.stopping) return untilReady(dir, found.pid, () => isPostmasterOf(dir, found.pid), log);
  await untilGone(dir, found.pid, Number.POSITIVE_INFINITY);
  return undefined;
}

async function start({ dir, log, settings = {} }: StartOptions): Promise<Postmaster> {
  const binaries = findBinaries();
  const account = chooseAccount([path.dirname(dir), binaries.folder]);
  const logFile = `${dir}.log`;
  await prepareCluster(dir, { binaries, account, logFile, log, sync: settings.fsync !== 'off' });
  const socketFolder = socketFolderFor(dir, account);
  removeStaleLocks(dir, socketFileIn(socketFolder));
  return launchServer(dir, {
    spawn: (output) => launch(account, binaries.postgres, serverArguments(dir, socketFolder, settings), output),
    logFile,
    log,
  });
}

/** How long the processes of a killed PostgreSQL may take to release its shared memory. */
const ORPHANS_MS = 10_000;

async function launchServer(
  dir: string,
  o: { spawn(output: number): Launched; logFile: string; log: StartOptions['log'] },
): Promise<Postmaster> {
  const deadline = Date.now() + ORPHANS_MS;
  for (;;) {
    const output = openLogFile(o.logFile);
    try {
      const server = o.spawn(output.descriptor);
      const postmaster = await untilReady(dir, server.pid, server.isRunning, o.log);
      if (postmaster) return postmaster;
      const said = (await server.ended).output + output.tail();
      const hasOrphans = /pre-existing shared memory block/.test(said);
      if (!hasOrphans || Date.now() > deadline) throw explainOutput(said, dir, o.logFile);
    } finally {
      output.close();
    }
    await sleep(100);
  }
}

async function createDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [connection.database]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}

async function removeSocketFolder(dir: string, { socketFolder }: Postmaster): Promise<void> {
  if (socketFolder !== dir) await rm(socketFolder, { recursive: true, force: true });
}
