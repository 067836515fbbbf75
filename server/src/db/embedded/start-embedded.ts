import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { explainFileError, explainOutput } from './embedded-error.ts';
import { type Launched, launch } from './launch.ts';
import { openLogFile } from './log-file.ts';
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
import { withLock } from './start-lock.ts';

export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string; port: number };
  /**
   * Stops PostgreSQL and returns when it is gone, within six seconds. This holds for an adopted one too: a caller
   * that finds its data in use by another Sheaf drops this handle without stopping.
   */
  stop(): Promise<void>;
  /** True where PostgreSQL was already running: left by a killed Sheaf, or in use by another one. */
  adopted: boolean;
}

export interface StartOptions {
  /** Absolute path of the cluster, such as <data>/postgres. The log and the lock lie beside it. */
  dir: string;
  log(message: string): void;
  /** Replaces settings of the server; for clusters that need not last. */
  settings?: Settings;
}

/** Starts PostgreSQL on `dir`, or adopts the one that runs there. Any failure is an EmbeddedPostgresError. */
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

/** How long the processes of a killed PostgreSQL may take to notice and let go of its shared memory. */
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
