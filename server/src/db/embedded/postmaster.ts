import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, pidIsTaken } from './running-process.ts';

/** The contents of postmaster.pid, the lock file of a running PostgreSQL. */
export interface Postmaster {
  pid: number;
  port: number;
  socketFolder: string;
  ready: boolean;
  stopping: boolean;
}

/** The PostgreSQL that runs on the cluster in `dir`, if one does. */
export function findPostmaster(dir: string): Postmaster | undefined {
  const postmaster = readLockFile(dir);
  return postmaster && isPostmasterOf(dir, postmaster.pid) ? postmaster : undefined;
}

/**
 * Removes the lock files of a killed PostgreSQL whose process id now belongs to a zombie or to another program: the new
 * one would take that process for a rival and refuse to start. Call it only when no PostgreSQL is running.
 */
export function removeStaleLocks(dir: string, socketFile: string): void {
  const stale = readLockFile(dir);
  if (stale && pidIsTaken(stale.pid)) rmSync(path.join(dir, 'postmaster.pid'), { force: true });
  rmSync(`${socketFile}.lock`, { force: true });
}

function readLockFile(dir: string): Postmaster | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(dir, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // One value per line: pid, data folder, start time, port, socket folder, address, shared memory, status.
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const status = lines[7];
  return {
    pid,
    port: Number(lines[3]),
    socketFolder: lines[4] ?? '',
    ready: status === 'ready',
    stopping: status === 'stopping',
  };
}

export function isPostmasterOf(dir: string, pid: number): boolean {
  const args = commandLine(pid);
  return args !== undefined && `${args.join(' ')} `.includes(`postgres -D ${dir} `);
}

/** Waits until PostgreSQL accepts connections, however long recovery takes; undefined if it ended instead. */
export async function untilReady(
  dir: string,
  pid: number | undefined,
  isRunning: () => boolean,
  log: (message: string) => void,
): Promise<Postmaster | undefined> {
  let nextNotice = Date.now() + 5_000;
  while (isRunning()) {
    const postmaster = readLockFile(dir);
    if (postmaster?.ready && postmaster.pid === pid) return postmaster;
    if (Date.now() > nextNotice) {
      log('The database is still recovering from an unclean stop.');
      nextNotice += 15_000;
    }
    await sleep(20);
  }
  return undefined;
}

/** How long a fast shutdown, which ends with a checkpoint, may take before an immediate one. */
const FAST_SHUTDOWN_MS = 4_000;
const IMMEDIATE_SHUTDOWN_MS = 1_000;

/** Stops PostgreSQL and returns when it has ended. An immediate stop loses nothing: the next start replays the log. */
export async function stopPostmaster(dir: string, pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    if (!isPostmasterOf(dir, pid)) return;
    sendSignal(pid, signal);
    if (await untilGone(dir, pid, patience)) return;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function untilGone(dir: string, pid: number, patience: number): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (isPostmasterOf(dir, pid)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
