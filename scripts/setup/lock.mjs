import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './runtime.mjs';

const file = path.join(root, '.cache', 'setup.lock');

/**
 * Runs `work` while no other set-up of this folder does. The lock lists the processes that hold it, and is stale when
 * all of them are gone.
 *
 * @param {() => Promise<void>} work
 */
export async function withLock(work) {
  mkdirSync(path.dirname(file), { recursive: true });
  let isAnnounced = false;
  while (!tryLock()) {
    const holders = readHolders();
    if (!holders.some(isAlive)) {
      removeStale(holders);
      continue;
    }
    if (!isAnnounced) console.log(`Waiting for another set-up in this folder (${file} names its process)…`);
    isAnnounced = true;
    await sleep(200);
  }
  const unlock = () => rmSync(file, { force: true });
  process.once('exit', unlock);
  try {
    await work();
  } finally {
    process.removeListener('exit', unlock);
    unlock();
  }
}

/** Makes a program started under the lock a holder of it, because it may outlive this process and continue. */
export function shareLock(pid) {
  if (readHolders().includes(process.pid)) writeFileSync(file, `${process.pid} ${pid}`);
}

/** Written under another name first, so that a new lock is never seen without its holder. */
function tryLock() {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolders(from = file) {
  try {
    return readFileSync(from, 'utf8').split(' ').map(Number);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** Moves a stale lock away; if another process took it in the meantime, it is put back. */
function removeStale(holders) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    if (readHolders(aside).join() !== holders.join()) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
