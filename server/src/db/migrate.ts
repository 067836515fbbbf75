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

/**
 * Brings the schema up to date: every file of migrations/ once, in order, each in its own transaction, forward only.
 * Processes that start together wait for each other on an advisory lock.
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
    const applied = new Map(
      (await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')).rows.map(
        (row) => [row.name, row.checksum],
      ),
    );
    for (const file of (await readdir(folder)).filter((entry) => entry.endsWith('.sql')).sort()) {
      const sql = await readFile(join(folder, file), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const before = applied.get(file);
      applied.delete(file);
      if (before === checksum) continue;
      if (before) throw new DatabaseError(`The migration ${file} was changed after this database had applied it.`);
      await client.query('begin');
      await client.query(sql);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [file, checksum]);
      await client.query('commit');
    }
    const [unknown] = applied.keys();
    if (unknown)
      throw new DatabaseError(`The database is newer than this program: it has applied ${unknown}. Use a newer Sheaf.`);
    await migrateQueue({ pgPool: pool });
  } finally {
    // Ends the session rather than returning it: the lock and a broken transaction go with it.
    client.release(true);
  }
}
