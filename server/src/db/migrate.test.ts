import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { DatabaseError, migrate } from './migrate.ts';

const app = await forThisFile(testApp());

const query = (text: string, values?: unknown[]) => app.services.pool.query(text, values);

/** Makes the schema look as if another version had left it. */
const applied = (name: string, needs: string | null) =>
  query('insert into schema_migrations (name, checksum, needs) values ($1, $2, $3)', [
    name,
    'of another version',
    needs,
  ]);

it('replaces the functions whose definition has changed', async () => {
  await query(
    `create or replace function search_periods(at timestamptz) returns int[] language sql stable as 'select null::int[]'`,
  );
  await query(`update schema_migrations set checksum = 'of the version before' where name = 'functions/passages.sql'`);
  await migrate(app.services.pool);
  const { rows } = await query(`select search_periods('2026-11-16 12:00+00') as periods`);
  expect(rows).toEqual([{ periods: [20261116, 202611] }]);
});

it('continues from a database that was made before the migrations were squashed', async () => {
  await query(`update schema_migrations set checksum = 'of before', name = case name when '0001_installation.sql'
    then '0001_people.sql' else name end where name < '0016'`);
  await applied('0033_search_of_all.sql', null);
  await migrate(app.services.pool);
  const { rows } = await query(`select count(*) as count from schema_migrations where checksum = 'of before'`);
  // Only the one whose name is no longer used.
  expect(rows).toEqual([{ count: 1 }]);
  await query(`delete from schema_migrations where name in ('0001_people.sql', '0033_search_of_all.sql')`);
});

it('refuses a migration that was changed after it was applied', async () => {
  const { rows } = await query(`select checksum from schema_migrations where name = '0002_people.sql'`);
  const recorded = (checksum: string) =>
    query(`update schema_migrations set checksum = $1 where name = '0002_people.sql'`, [checksum]);
  await recorded('changed');
  await expect(migrate(app.services.pool)).rejects.toThrow(
    'The migration 0002_people.sql was changed after this database had applied it.',
  );
  await recorded(rows[0].checksum);
});

it('runs on the schema of a newer version, which only added to it', async () => {
  await applied('9001_added.sql', null);
  await applied('9002_took_away_what_is_unused_since.sql', '0002_people.sql');
  await expect(migrate(app.services.pool)).resolves.toBeUndefined();
});

it('refuses a schema that lacks what it still uses', async () => {
  await applied('9003_took_away.sql', '9001_added.sql');
  const refused = migrate(app.services.pool);
  await expect(refused).rejects.toThrow(DatabaseError);
  await expect(refused).rejects.toThrow(
    'The database is newer than this program: it has applied 9003_took_away.sql. Use a newer Sheaf.',
  );
});
