import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { runCommandProcess } from '../server/src/testing/command.ts';
import { judge } from './src/judge.ts';
import { seedDocuments } from './src/seed-documents.ts';
import { storeContents } from './src/stored-contents.ts';
import { median } from './src/table.ts';
import { startWorld } from './src/world.ts';

/**
 * A backup of many rows, small contents and large ones, against pg_dump plus tar of the same, in turns, in one run. Run with `node
 * bench/backup.ts [rounds] [--scale 4]`, which means four times as many of each; needs tar, and a pg_dump that is not older than the embedded PostgreSQL (PG_DUMP names another one). Without
 * it, psql copies all tables as they are, which is less than pg_dump does: it describes no schema and orders nothing.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' } },
});
const rounds = Number(positionals[0] ?? 3);
const scale = Number(values.scale);
const rows = 100_000 * scale;
const small = { count: 2_000 * scale, bytes: 48 * 1024 };
const large = { count: 4 * scale, bytes: 64 * 1024 ** 2 };
/** Made and stored so many bytes at a time, since they are made in memory. */
const madeBytes = 64 * 1024 ** 2;
const goal = 0.7;
const run = promisify(execFile);
const secret = 'a secret for this benchmark and nothing else';

const dir = await mkdtemp(join(tmpdir(), 'sheaf-bench-backup-'));
const blobs = join(dir, 'blobs');
const world = await startWorld({ BLOB_STORE: blobs, SHEAF_SECRET: secret, SHEAF_SANDBOX: 'no' });
try {
  await seedDocuments(world, rows);
  for (const { count, bytes } of [small, large]) await storeRandom(count, bytes);
  const times = { sheaf: [] as number[], tools: [] as number[] };
  let peak = 0;
  for (let round = 0; round < rounds; round++) {
    times.sheaf.push(await seconds(async () => (peak = Math.max(peak, await backUp(round)))));
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
    `  ${ratio.toFixed(2)} of their throughput (${judge('backup: of psql or pg_dump plus tar', ratio, goal, 'least')}), peak memory ${peak.toFixed(0)} MB`,
  );
} finally {
  await world.stop();
  await rm(dir, { recursive: true, force: true });
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function storeRandom(count: number, bytes: number): Promise<void> {
  const atOnce = Math.floor(madeBytes / bytes);
  for (let left = count; left > 0; left -= atOnce) {
    const contents = Array.from({ length: Math.min(left, atOnce) }, () => {
      const content = randomBytes(bytes);
      const sha256 = createHash('sha256').update(content).digest();
      return { sha256, bytes, write: (path: string) => writeFile(path, content) };
    });
    await storeContents(world, blobs, contents);
  }
}

/** Answers the most memory it had, in megabytes. */
async function backUp(round: number): Promise<number> {
  const { code, output, peakMemory } = await runCommandProcess('backup.ts', [join(dir, 'backup')], world.environment)
    .ended;
  if (code !== 0) throw new Error(output);
  if (round === 0) console.log(`  ${output.trim().replace(/^.* is complete: /, '')}`);
  return peakMemory;
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
