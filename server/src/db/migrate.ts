import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import type { Pool } from './pool.ts';

/** The database cannot be used as it is. The message is one sentence for the person who starts Sheaf. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

const migrations = join(import.meta.dirname, 'migrations');
const functions = join(import.meta.dirname, 'functions');
const lockKey = 7_431_905_221;
const oldestSupported = 150_000;

/** The last migration before all of them were squashed into a baseline, and the last file of that baseline. */
const lastBeforeBaseline = '0033_search_of_all.sql';
const lastOfBaseline = '0015_api_keys.sql';

/**
 * The first line of a migration that removes something. Programs that don't know the named migration still use it, so
 * they must not run on the schema any more.
 */
const NEEDS = /^-- needs (\S+[.]sql)\n/;

/** The first line of a migration whose triggers or indexes use functions that may not exist yet. */
const FUNCTIONS = /^-- functions (.+)\n/;

/** The current files of functions, by the names that migrations still use for files that have been split since. */
const DIVIDED: Readonly<Record<string, readonly string[]>> = {
  'access.sql': ['access.sql', 'sharing.sql'],
  'people.sql': ['groups.sql', 'organizations.sql', 'user.sql'],
  'search.sql': ['passages.sql', 'search.sql'],
  'views.sql': ['access.sql'],
};

/**
 * Brings the schema up to date: applies every file of migrations/ once, in order, each in its own transaction, forward
 * only; then every file of functions/ that has changed. Processes that start together wait for each other on an
 * advisory lock. A schema of a newer version is used as it is, unless that version removed what this one needs. `only`
 * limits the migrations to these, for a backup of an earlier version.
 */
export async function migrate(pool: Pool, only?: ReadonlySet<string>): Promise<void> {
  const client = await pool.connect();
  try {
    await refuseOld(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    await client.query('alter table schema_migrations add column if not exists needs text');
    const { rows } = await client.query<AppliedRow>('select name, checksum, needs from schema_migrations');
    const files = await readSql(migrations);
    refuseNewer(rows, new Set(files.map(({ name }) => name)));
    const wanted = only ? files.filter(({ name }) => only.has(name)) : files;
    await applyMigrations(client, wanted, rows);
    await replaceFunctions(client, rows);
    await migrateQueue(pool);
  } finally {
    // Ends the session rather than returning it, which also ends the lock and a broken transaction.
    client.release(true);
  }
}

/** Runs the queue's own migrations; loaded only by programs that migrate. */
async function migrateQueue(pool: Pool): Promise<void> {
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: pool });
}

/** Those of these migrations that a newer version has brought. */
export async function newerMigrations(names: readonly string[]): Promise<string[]> {
  const known = new Set((await readSql(migrations)).map(({ name }) => name));
  return names.filter((name) => !known.has(name) && name > lastBeforeBaseline);
}

async function refuseOld(client: PoolClient): Promise<void> {
  const version = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  const { number, name } = version.rows[0]!;
  if (number < oldestSupported)
    throw new DatabaseError(`Sheaf needs PostgreSQL 15 or newer, but the database is ${name}.`);
}

async function applyMigrations(
  client: PoolClient,
  files: readonly SqlFile[],
  applied: readonly AppliedRow[],
): Promise<void> {
  const before = new Map(applied.map((row) => [row.name, row.checksum]));
  const hasBaseline = before.has(lastBeforeBaseline);
  for (const file of files) {
    const { name, sql, checksum } = file;
    if (before.get(name) === checksum) continue;
    if (hasBaseline && name <= lastOfBaseline) {
      await record(client, file);
      continue;
    }
    if (before.has(name))
      throw new DatabaseError(`The migration ${name} was changed after this database had applied it.`);
    await client.query('begin');
    const named = FUNCTIONS.exec(sql)?.[1]?.split(' ') ?? [];
    for (const needed of new Set(named.flatMap((functionsFile) => DIVIDED[functionsFile] ?? functionsFile)))
      await defineFunctions(client, await readFile(join(functions, needed), 'utf8'));
    await client.query(sql);
    await record(client, file);
    await client.query('commit');
  }
}

/**
 * Each function is defined and replaced in one file, named after the feature whose tables it writes. Functions call
 * each other, so they change together. What was applied is recorded as `functions/<file>`.
 */
async function replaceFunctions(client: PoolClient, applied: readonly AppliedRow[]): Promise<void> {
  const before = new Map(applied.map((row) => [row.name, row.checksum]));
  const changed = (await readSql(functions)).filter(
    ({ name, checksum }) => before.get(`functions/${name}`) !== checksum,
  );
  await client.query('begin');
  for (const file of changed) {
    await defineFunctions(client, file.sql);
    await record(client, { ...file, name: `functions/${file.name}` });
  }
  await client.query('commit');
}

/** Call it in a transaction. Functions may use tables and each other before they exist. */
async function defineFunctions(client: PoolClient, sql: string): Promise<void> {
  await client.query('set local check_function_bodies = off');
  await client.query(sql);
}

async function record(client: PoolClient, { name, sql, checksum }: SqlFile): Promise<void> {
  await client.query(
    `insert into schema_migrations (name, checksum, needs) values ($1, $2, $3)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum, NEEDS.exec(sql)?.[1] ?? null],
  );
}

interface SqlFile {
  name: string;
  sql: string;
  checksum: string;
}

async function readSql(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((entry) => entry.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

interface AppliedRow {
  name: string;
  checksum: string;
  needs: string | null;
}

function refuseNewer(applied: readonly AppliedRow[], known: ReadonlySet<string>): void {
  const tooNew = applied.find(({ name, needs }) => !known.has(name) && needs !== null && !known.has(needs));
  if (tooNew)
    throw new DatabaseError(
      `The database is newer than this program: it has applied ${tooNew.name}. Use a newer Sheaf.`,
    );
}
