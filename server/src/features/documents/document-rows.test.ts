import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { memberOf } from '../../testing/member.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { rowsOf } from './document-rows.ts';

const app = await forThisFile(testApp());

it('reads pages of all lengths by one plan, after a connection has seen a few', async () => {
  const me = await person(app);
  const names = Array.from({ length: 20 }, (_, number) => ({ name: `File ${number}.pdf` }));
  const ids = await addDocuments(app, me, await quietAccount(app, me), names);
  const plans = await app.services.db.transaction().execute(async (tx) => {
    for (const length of [20, 1, 3, 20, 2, 1, 2, 20, 1, 3]) {
      const rows = await rowsOf(tx, memberOf(me, '1'), ids.slice(0, length));
      expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, length));
    }
    const { rows } = await sql<{ anew: number; kept: number }>`select custom_plans as anew, generic_plans as kept
      from pg_prepared_statements where statement like '%recursive page%' and custom_plans > 0`.execute(tx);
    return rows;
  });
  // PostgreSQL always makes five new plans for a prepared statement before it may keep one.
  expect(plans).toEqual([{ anew: 5, kept: 5 }]);
});
