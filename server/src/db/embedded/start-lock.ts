import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process does so with the same lock file. Node has no flock(2); SQLite's exclusive
 * transaction is the one kernel-held file lock in the standard library, so a killed holder never leaves it behind.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  // Made here, because a file-system error from SQLite does not say its reason.
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
    // A journal on disk would need room there, and there is nothing to roll back.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
