import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Measured, summarize } from './load.ts';

const run = promisify(execFile);

export interface Statement {
  text: string;
  values: readonly unknown[];
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'::bytea`;
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

const inlined = ({ text, values }: Statement): string =>
  `${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))};`;

/** The same statements, one after the other, by pgbench over the same kind of connection; with prepared statements. */
export async function pgbench(
  connection: { host: string; port: number; user: string; database: string },
  statements: readonly Statement[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-pgbench-'));
  const script = join(dir, 'script.sql');
  await writeFile(script, `${statements.map(inlined).join('\n')}\n`);
  const where = ['-h', connection.host, '-p', String(connection.port), '-U', connection.user];
  const how = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds), '-l', '-f', script];
  await run('pgbench', [...where, ...how, connection.database], { cwd: dir });
  const times: number[] = [];
  for (const file of (await readdir(dir)).filter((name) => name.startsWith('pgbench_log'))) {
    // Client, number, microseconds, …
    for (const line of (await readFile(join(dir, file), 'utf8')).split('\n'))
      if (line) times.push(Number(line.split(' ')[2]) / 1000);
  }
  await rm(dir, { recursive: true });
  return summarize(times, seconds);
}
