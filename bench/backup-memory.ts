import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { runCommandProcess } from '../server/src/testing/command.ts';
import { judge } from './src/judge.ts';
import { seedDocuments } from './src/seed-documents.ts';
import { storeContents } from './src/stored-contents.ts';
import { startWorld } from './src/world.ts';

/**
 * The most memory that a backup needs for contents of so many gigabytes, beside that for a hundredth of them. Nothing of their size
 * is on the disk: a content is a gigabyte of holes with a few bytes of its own at the end, and what the backup has written is
 * taken off the disk while it grows. Run with `node bench/backup-memory.ts [gigabytes]`.
 */

const gigabytes = Number(process.argv[2] ?? 100);
const GB = 1024 ** 3;
const secret = 'a secret for this benchmark and nothing else';
const run = promisify(execFile);

const dir = await mkdtemp(join(tmpdir(), 'sheaf-bench-backup-'));
const blobs = join(dir, 'blobs');
const world = await startWorld({ BLOB_STORE: blobs, SHEAF_SECRET: secret, SHEAF_SANDBOX: 'no' });
try {
  await seedDocuments(world, 10_000);
  const few = Math.max(1, Math.round(gigabytes / 100));
  const holes = hashOfHoles();
  await storeContents(world, blobs, contents(holes, 0, few));
  const before = await peakOfBackup('few');
  await storeContents(world, blobs, contents(holes, few, gigabytes));
  const started = performance.now();
  const peak = await peakOfBackup('many');
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `  ${gigabytes} GB in ${seconds.toFixed(0)} s; peak memory ${peak.toFixed(0)} MB, of ${few} GB ${before.toFixed(0)} MB`,
  );
  console.log(`  ${judge(`backup of ${gigabytes} GB: peak memory beside that of ${few} GB`, peak / before, 1.2)}`);
} finally {
  await world.stop();
  await rm(dir, { recursive: true, force: true });
}

function hashOfHoles() {
  const hash = createHash('sha256');
  const zeros = Buffer.alloc(1024 ** 2);
  for (let at = 0; at < GB; at += zeros.length) hash.update(zeros);
  return hash;
}

function contents(holes: ReturnType<typeof createHash>, from: number, to: number) {
  return Array.from({ length: to - from }, (_, n) => {
    const end = Buffer.from(`content ${from + n}`);
    return {
      sha256: holes.copy().update(end).digest(),
      bytes: GB + end.length,
      write: async (path: string) => {
        await writeFile(path, '');
        await truncate(path, GB);
        await appendFile(path, end);
      },
    };
  });
}

/** In megabytes. */
async function peakOfBackup(name: string): Promise<number> {
  const file = join(dir, name);
  const ended = new AbortController();
  const shrinking = (async () => {
    while (!ended.signal.aborted) {
      await takeOffDisk(`${file}.part`);
      await sleep(500);
    }
  })();
  const { code, output, peakMemory } = await runCommandProcess('backup.ts', [file], world.environment).ended;
  ended.abort();
  await shrinking;
  if (code !== 0) throw new Error(output);
  console.log(`  ${output.trim().replace(/^.* is complete: /, '')}`);
  await rm(file);
  return peakMemory;
}

/** All but the end, where it is being written. Its size stays as it is. */
async function takeOffDisk(file: string): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  const length = size - 8 * 1024 ** 2;
  if (length > 0)
    await run('fallocate', ['--punch-hole', '--offset', '0', '--length', String(length), file]).catch(() => {});
}
