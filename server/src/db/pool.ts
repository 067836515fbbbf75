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
    keepAlive: true,
    application_name: 'sheaf',
    ...connection,
  });
  // Without a listener a broken idle connection would end the process; the pool itself replaces it.
  pool.on('error', log);
  pool.on('connect', (client) => {
    client.on('error', log);
    prepareRepeated(client);
  });
  return pool;
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Texts of statements that were sent before, with the name each is prepared under; bounded, for all connections. */
const prepared = new Map<string, string>();
const mostPrepared = 500;

/**
 * Queries with parameters are sent as prepared statements, so that PostgreSQL plans each text once a connection
 * instead of every time. Kysely knows no names for statements, hence here.
 */
function prepareRepeated(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return send(text, values, ...rest);
    let name = prepared.get(text);
    if (!name && prepared.size < mostPrepared) {
      name = `s${prepared.size}`;
      prepared.set(text, name);
    }
    return send({ text, values, name }, ...rest);
  }) as typeof client.query;
}
