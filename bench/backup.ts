import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { contentKey } from '../server/src/features/storage/index.ts';
import { runCommandProcess } from '../server/src/testing/processes/command.ts';
import { judge } from './src/judge.ts';
import { seedDocuments } from './src/seed-documents.ts';
import { median } from './src/table.ts';
import { startWorld } from './src/world.ts';

/**
 * A backup of many rows, small contents and large ones, against pg_dump plus tar of the same, in turns, in one run:
 * `node bench/backup.ts [rounds] [--scale 4]`, which means four times as many of each. Needs tar, and a pg_dump that is not older
 * than the embedded PostgreSQL (PG_DUMP names another one). Without it, psql copies all tables as they are, which is less than
 * pg_dump does: it describes no schema and orders nothing.
 *
 * `node bench/backup.ts --gigabytes 100`: the peak memory of backing up that many gigabytes of contents, beside that of
 * backing up a hundredth of them. Nothing of their size is on the disk: a content is a gigabyte of holes with a few bytes of its own at the
 * end, and what the backup has written is taken off the disk while it grows.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' }, gigabytes: { type: 'string' } },
});
const scale = Number(values.scale);
const run = promisify(execFile);
const GB = 1024 ** 3;

const dir = await mkdtemp(join(tmpdir(), 'sheaf-bench-backup-'));
const blobs = join(dir, 'blobs');
const world = await startWorld({
  BLOB_STORE: blobs,
  SHEAF_SECRET: 'a secret for this benchmark and nothing else',
  SHEAF_SANDBOX: 'no',
});
try {
  if (values.gigabytes) await compareMemory(Number(values.gigabytes));
  else await compareTimes(Number(positionals[0] ?? 3));
} finally {
  await world.stop();
  await rm(dir, { recursive: true, force: true });
}

async function compareTimes(rounds: number): Promise<void> {
  await seedDocuments(world, 100_000 * scale);
  await storeRandom(2_000 * scale, 48 * 1024);
  await storeRandom(4 * scale, 64 * 1024 ** 2);
  const times = { sheaf: [] as number[], tools: [] as number[] };
  let peak = 0;
  for (let round = 0; round < rounds; round++) {
    times.sheaf.push(
      await seconds(async () => (peak = Math.max(peak, await backUp(join(dir, 'backup'), round === 0)))),
    );
    times.tools.push(await seconds(dumpAndPack));
    for (const name of ['backup', 'dump', 'tar']) await rm(join(dir, name), { force: true });
  }
  const [sheaf, tools] = [median(times.sheaf), median(times.tools)];
  const ratio = tools / sheaf;
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `  Sheaf ${sheaf.toFixed(2)} s, ${await dumpName()} plus tar ${tools.toFixed(2)} s, at a load of ${load}`,
  );
  console.log(
    `  ${ratio.toFixed(2)} of their throughput (${judge('backup: of psql or pg_dump plus tar', ratio, 0.7, 'least')}), peak memory ${peak.toFixed(0)} MB`,
  );
}

async function compareMemory(gigabytes: number): Promise<void> {
  await seedDocuments(world, 10_000);
  const few = Math.max(1, Math.round(gigabytes / 100));
  await storeHoles(0, few);
  const before = await peakOfBackup('few');
  await storeHoles(few, gigabytes);
  const started = performance.now();
  const peak = await peakOfBackup('many');
  console.log(
    `  ${gigabytes} GB in ${((performance.now() - started) / 1000).toFixed(0)} s; peak memory ${peak.toFixed(0)} MB, of ${few} GB ${before.toFixed(0)} MB`,
  );
  console.log(`  ${judge(`backup of ${gigabytes} GB: peak memory beside that of ${few} GB`, peak / before, 1.2)}`);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Gives a document that has none this content; `write` makes its file. */
async function store(sha256: Buffer, bytes: number, write: (path: string) => Promise<unknown>): Promise<void> {
  const path = join(blobs, contentKey(world.organizationId, sha256));
  await mkdir(dirname(path), { recursive: true });
  await write(path);
  await world.pool.query('insert into blobs (organization_id, sha256, size) values ($1, $2, $3)', [
    world.organizationId,
    sha256,
    bytes,
  ]);
  await world.pool.query(
    `update documents set sha256 = $1, stored_size = $2, content = 'stored'
     where id = (select id from documents where kind = 'file' and sha256 is null limit 1)`,
    [sha256, bytes],
  );
}

async function storeRandom(count: number, bytes: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const content = randomBytes(bytes);
    await store(createHash('sha256').update(content).digest(), bytes, (path) => writeFile(path, content));
  }
}

/** A gigabyte each. */
async function storeHoles(from: number, to: number): Promise<void> {
  const holes = createHash('sha256');
  const zeros = Buffer.alloc(1024 ** 2);
  for (let at = 0; at < GB; at += zeros.length) holes.update(zeros);
  for (let at = from; at < to; at += 1) {
    const end = Buffer.from(`content ${at}`);
    await store(holes.copy().update(end).digest(), GB + end.length, async (path) => {
      await writeFile(path, '');
      await truncate(path, GB);
      await appendFile(path, end);
    });
  }
}

/** Answers the most memory it had, in megabytes. */
async function backUp(file: string, isShown = true): Promise<number> {
  const { code, output, peakMemory } = await runCommandProcess('backup.ts', [file], world.environment).ended;
  if (code !== 0) throw new Error(output);
  if (isShown) console.log(`  ${output.trim().replace(/^.* is complete: /, '')}`);
  return peakMemory;
}

async function peakOfBackup(name: string): Promise<number> {
  const file = join(dir, name);
  const ended = new AbortController();
  const shrinking = (async () => {
    while (!ended.signal.aborted) {
      await takeOffDisk(`${file}.part`);
      await sleep(500);
    }
  })();
  const peak = await backUp(file).finally(() => ended.abort());
  await shrinking;
  await rm(file);
  return peak;
}

/** All but the end, where it is being written. Its size stays as it is. */
async function takeOffDisk(file: string): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  const length = size - 8 * 1024 ** 2;
  if (length > 0)
    await run('fallocate', ['--punch-hole', '--offset', '0', '--length', String(length), file]).catch(() => {});
}

async function dumpAndPack(): Promise<void> {
  const { DATABASE_URL: url } = world.environment;
  if ((await dumpName()) === 'pg_dump') await run(pgDump(), ['-Fc', '-Z0', '-f', join(dir, 'dump'), url]);
  else await run('psql', ['-q', url, ...(await copyTables())]);
  await run('tar', ['-cf', join(dir, 'tar'), '-C', blobs, 'content']);
  await run('sync', [join(dir, 'tar'), join(dir, 'dump')]);
}

/** Every table in one transaction and into one file. */
async function copyTables(): Promise<string[]> {
  const { rows: tables } = await world.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const copies = tables.map(({ name }) => `copy ${name} to stdout`);
  const commands = ['begin isolation level repeatable read read only', ...copies, 'commit'];
  return ['-o', join(dir, 'dump'), ...commands.flatMap((command) => ['-c', command])];
}

function pgDump(): string {
  return process.env.PG_DUMP ?? 'pg_dump';
}

async function dumpName(): Promise<'pg_dump' | 'psql'> {
  const { rows: versions } = await world.pool.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const { stdout } = await run(pgDump(), ['--version']).catch(() => ({ stdout: '0' }));
  return Number(/\d+/.exec(stdout)![0]) >= versions[0]!.version ? 'pg_dump' : 'psql';
}
