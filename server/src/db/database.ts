import { Kysely, PostgresDialect } from 'kysely';
import type { Database, Pool } from './pool.ts';

export const openDatabase = (pool: Pool): Database => new Kysely({ dialect: new PostgresDialect({ pool }) });
