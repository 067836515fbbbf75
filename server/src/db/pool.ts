import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.gen.ts';

// PostgreSQL's bigint as a number: our counts and byte sizes stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = Kysely<DB>;
export type Pool = pg.Pool;
/** The database or a transaction of it. Queries take one, so that inside a transaction nothing else is in reach. */
export type Executor = Kysely<DB>;

export function openPool(connection: pg.PoolConfig, log: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'sheaf',
    ...connection,
  });
  // Without a listener a broken idle connection would end the process; the pool itself replaces it.
  pool.on('error', log);
  pool.on('connect', (client) => client.on('error', log));
  return pool;
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
