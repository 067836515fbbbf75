import { provide, startPostgres } from '@sheaf/sandbox';
import { expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';

const program = provide('postgres');

/** The embedded PostgreSQL is newer than what many people run. */
it.skipIf(program === null)(
  'the PostgreSQL of the distribution creates the schema, and a second time changes nothing',
  async () => {
    const server = await startPostgres(program!);
    const pool = openPool(server.connection, () => {});
    try {
      await migrate(pool);
      const tables = async () =>
        (await pool.query(`select count(*)::int as n from information_schema.tables where table_schema = 'public'`))
          .rows[0].n;
      const before = await tables();
      expect(before).toBeGreaterThan(30);
      await migrate(pool);
      expect(await tables()).toBe(before);
    } finally {
      await pool.end();
      await server.stop();
    }
  },
);
