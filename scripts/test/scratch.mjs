import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

const MEMORY_DISK = '/dev/shm';
/** The largest tests hold a few gigabytes of files at a time. */
const MIN_FREE_BYTES = 6e9;
/** No run takes this long, so older folders were left by a killed one. */
const MAX_AGE_MS = 3 * 3600_000;

/**
 * Puts the temporary files of this process and its children in memory, if the machine has room for them. Every
 * committed transaction and every stored file waits for the disk, usually for milliseconds, and tests make tens of
 * thousands of each. Tests of a full or lost disk bring a disk of their own.
 */
export function useScratchFolder() {
  if (process.env.TMPDIR !== undefined) return;
  const folder = path.join(MEMORY_DISK, 'sheaf-tests');
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    if (Math.min(bavail * bsize, freemem()) < MIN_FREE_BYTES) return;
    mkdirSync(folder, { recursive: true });
    // PostgreSQL runs as another user if the tests run as root.
    chmodSync(folder, 0o1777);
    runsPrograms(folder);
    removeOld(folder);
    process.env.TMPDIR = folder;
  } catch {
    // Without such a disk the usual folder for temporary files is used.
  }
}

/** Some systems don't allow programs there, and some tests write programs. */
function runsPrograms(folder) {
  const program = path.join(folder, `program-${process.pid}`);
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  try {
    execFileSync(program);
  } finally {
    rmSync(program);
  }
}

function removeOld(folder) {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > MAX_AGE_MS) rmSync(file, { recursive: true, force: true });
  }
}
