import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { DatabaseError, migrate } from './migrate.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** What a newer version leaves behind. */
const applied = (name: string, needs: string | null) =>
  app.services.pool.query('insert into schema_migrations (name, checksum, needs) values ($1, $2, $3)', [
    name,
    'of a newer version',
    needs,
  ]);

it('runs on the schema of a newer version, which only added to it', async () => {
  await applied('9001_added.sql', null);
  await applied('9002_took_away_what_is_unused_since.sql', '0001_people.sql');
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
