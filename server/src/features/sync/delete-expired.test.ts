import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { deleteExpiredBatches } from './delete-expired.ts';

const app = await forThisFile(testApp());

it('deletes runs that ended a week ago, but not unfinished ones or those shown on a card', async () => {
  const me = await person(app);
  const account = await quietAccount(app, me);
  const runs = [
    { status: 'completed', endedDaysAgo: 30, stays: false },
    { status: 'failed', endedDaysAgo: 8, stays: false },
    { status: 'paused', endedDaysAgo: null, stays: true },
    { status: 'completed', endedDaysAgo: 6, stays: true },
    { status: 'completed', endedDaysAgo: 8, stays: true },
    { status: 'cancelled', endedDaysAgo: 8, stays: true },
  ];
  const idOf = (place: number) => `00000000-0000-7000-8000-00000000000${place}`;
  for (const [place, { status, endedDaysAgo }] of runs.entries()) {
    await app.services.pool.query(
      `insert into batches (id, organization_id, account_id, status, finished_at)
       values ($1, $2, $3, $4, now() - $5::int * interval '1 day')`,
      [idOf(place), me.organizationId, account, status, endedDaysAgo],
    );
  }
  await deleteExpiredBatches.run({}, app.services, new AbortController().signal);
  const left = await app.services.db.selectFrom('batches').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(runs.flatMap(({ stays }, place) => (stays ? [idOf(place)] : [])));
});
