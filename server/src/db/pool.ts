import type { Kysely } from 'kysely';
import pg from 'pg';
import { limitTransactions } from './limit-transactions.ts';
import { WatchedClient } from './lost-connection.ts';
import { prepareRepeated } from './prepared-statements.ts';
import type { DB } from './schema.gen.ts';

// PostgreSQL's bigint as a number: our counts and byte sizes stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = Kysely<DB>;
export type Pool = pg.Pool;
/**
 * The database or a transaction. Queries take one as a parameter, so that inside a transaction they can't use anything
 * else.
 */
export type Executor = Kysely<DB>;

export interface PoolOptions extends pg.PoolConfig {
  /** A process that is stopped in the middle of a transaction loses its locks after this time. */
  idleInTransactionMs?: number;
  /** A pooler assigns a session for the length of a transaction, so nothing may be left in it. */
  pooler?: boolean;
  /** PostgreSQL cancels a statement that takes longer; unlimited if left out. */
  statementMs?: number;
}

/** The limit for statements of requests: many times what the slowest takes, and too short to keep everyone waiting. */
export const requestStatementMs = 20_000;

export function openPool(options: PoolOptions, log: (error: Error) => void): pg.Pool {
  const { idleInTransactionMs = 30_000, pooler = false, statementMs, ...connection } = options;
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A pooler refuses settings of a session.
    ...(pooler ? {} : { idle_in_transaction_session_timeout: idleInTransactionMs }),
    ...(pooler || statementMs === undefined ? {} : { statement_timeout: statementMs }),
    application_name: 'sheaf',
    Client: WatchedClient,
    ...connection,
  });
  // Without a listener a broken idle connection would end the process; the pool itself replaces it.
  pool.on('error', log);
  pool.on('connect', (client) => {
    client.on('error', log);
    if (pooler) limitTransactions(client, idleInTransactionMs, statementMs);
    else prepareRepeated(client);
  });
  return pool;
}
