import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations as migrateQueue } from 'graphile-worker';
import type { Pool } from './pool.ts';

/** The database cannot be used as it is. The message is one sentence for the person who starts Sheaf. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

const folder = join(import.meta.dirname, 'migrations');
const lockKey = 7_431_905_221;
const oldestSupported = 150_000;

/** Migrations that were rewritten and do the same: the checksum of what they were. */
const rewritten: Readonly<Record<string, string>> = {
  // PostgreSQL 15 has no storage clause where a table is created.
  '0003_sources.sql': '726e26f4739720e1ffd491a87be42dd5d0d77b5fbcf5c8ff37919d81c0409b76',
};

/**
 * The first line of a migration that takes something away: programs that do not know the named migration still use it,
 * so they must not run on the schema any more.
 */
const NEEDS = /^-- needs (\S+[.]sql)\n/;

/**
 * Brings the schema up to date: every file of migrations/ once, in order, each in its own transaction, forward only.
 * Processes that start together wait for each other on an advisory lock. A schema that a newer version has made is used
 * as it is, unless that took away what this version needs.
 */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const version = await client.query<{ number: number; name: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
    );
    const { number, name } = version.rows[0]!;
    if (number < oldestSupported)
      throw new DatabaseError(`Sheaf needs PostgreSQL 15 or newer, but the database is ${name}.`);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    await client.query('alter table schema_migrations add column if not exists needs text');
    const { rows } = await client.query<AppliedRow>('select name, checksum, needs from schema_migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const own = (await readdir(folder)).filter((entry) => entry.endsWith('.sql')).sort();
    refuseNewer(rows, new Set(own));
    for (const file of own) {
      const sql = await readFile(join(folder, file), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const before = applied.get(file);
      if (before && [checksum, rewritten[file]].includes(before)) continue;
      if (before) throw new DatabaseError(`The migration ${file} was changed after this database had applied it.`);
      await client.query('begin');
      await client.query(sql);
      const needs = NEEDS.exec(sql)?.[1] ?? null;
      await client.query('insert into schema_migrations (name, checksum, needs) values ($1, $2, $3)', [
        file,
        checksum,
        needs,
      ]);
      await client.query('commit');
    }
    await migrateQueue({ pgPool: pool });
  } finally {
    // Ends the session rather than returning it: the lock and a broken transaction go with it.
    client.release(true);
  }
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
