import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';

export interface SmallDisk {
  dir: string;
  /** Leaves only this many bytes free. */
  fill(free: number): Promise<void>;
  /** Removes what `fill` wrote. */
  empty(): Promise<void>;
}

/**
 * A small disk in memory that can be full, for this test file; `fill` lasts for one test. Only root can mount one:
 * otherwise it returns null and prints the reason or, in CI, where nothing may be skipped, throws.
 */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const dir = mkdtempSync(join(tmpdir(), 'sheaf-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir], { stdio: 'pipe' });
  } catch (error) {
    rmdirSync(dir);
    const message = `no disk could be mounted: ${(error as Error).message}`;
    if (process.env.CI && process.env.CI !== 'false')
      throw new Error(`Tests of a full disk cannot run: ${message}`, { cause: error });
    console.warn(`Skipped tests of a full disk: ${message}`);
    return null;
  }
  const filler = join(dir, 'filler');
  const empty = () => rm(filler, { force: true });
  afterEach(empty);
  afterAll(() => {
    // Lazily, because a thread may keep a file open for a moment longer.
    execFileSync('umount', ['--lazy', dir]);
    rmdirSync(dir);
  });
  return {
    dir,
    async fill(free) {
      const file = await open(filler, 'w');
      try {
        for (let at = 0; ; ) at += (await file.write(Buffer.alloc(64 * 1024, 1), 0, 64 * 1024, at)).bytesWritten;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        await file.truncate(Math.max(0, (await file.stat()).size - free));
      } finally {
        await file.close();
      }
    },
    empty,
  };
}
