import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startThrowaway } from '../db/embedded/throwaway.ts';
import { migrate } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { recordCatalog } from './recording/record-catalog.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection to a PostgreSQL with the database `sheaf_template`, which each suite copies. */
    postgres: pg.ClientConfig;
  }
}

/** One PostgreSQL for all suites: the embedded one, or that of TEST_DATABASE_URL (whose user may create databases). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  const embedded = url ? undefined : await startThrowaway();
  const connection: pg.ClientConfig = url ? { connectionString: url } : embedded!.connection;
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query('drop database if exists sheaf_template');
  await admin.query('create database sheaf_template');
  await admin.end();
  const pool = openPool(atDatabase(connection, 'sheaf_template'), () => {});
  await migrate(pool);
  if (process.env.RECORD_STATEMENTS) await recordCatalog(pool, process.env.RECORD_STATEMENTS);
  await pool.end();
  project.provide('postgres', connection);
  return async () => embedded?.stop();
}

/** The same server, another database. */
export function atDatabase(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
