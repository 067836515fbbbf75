import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { enqueueRun } from './batches.queries.ts';
import { restartStuckRuns } from './restart-stuck.ts';

const app = await forThisFile(testApp());
const me = await person(app);
beforeEach(async () => {
  await app.services.pool.query('delete from batches');
  await app.services.pool.query('delete from graphile_worker._private_jobs');
});

/** A run without a job, in an account of its own. */
async function addRun(status: string): Promise<{ accountId: string; batchId: string }> {
  const [accountId, batchId] = [await quietAccount(app, me), newId()];
  await app.services.pool.query(
    'insert into batches (id, organization_id, account_id, status) values ($1, $2, $3, $4)',
    [batchId, me.organizationId, accountId, status],
  );
  return { accountId, batchId };
}
const restart = () => restartStuckRuns.run({}, app.services, new AbortController().signal);
const jobs = async () =>
  (
    await app.services.pool.query(
      `select j.payload, q.queue_name, j.max_attempts from graphile_worker._private_jobs j
       join graphile_worker._private_job_queues q on q.id = j.job_queue_id where j.attempts = 0 order by j.id`,
    )
  ).rows;

it('adds a job for every unfinished run without one', async () => {
  const open = [await addRun('pending'), await addRun('running'), await addRun('paused')];
  for (const ended of ['completed', 'completed_with_errors', 'failed', 'cancelled']) await addRun(ended);
  await restart();
  await restart();
  expect(await jobs()).toEqual(
    open.map((payload) => ({ payload, queue_name: `sync ${payload.accountId}`, max_attempts: 100 })),
  );
});

it('leaves out runs whose job waits or is in its last attempt, but not those whose job was given up', async () => {
  const [waits, lastTry, givenUp] = [await addRun('paused'), await addRun('running'), await addRun('running')];
  for (const { accountId, batchId } of [waits, lastTry, givenUp])
    await enqueueRun(app.services.db, accountId, batchId, 3_600_000);
  const change = (set: string, { batchId }: { batchId: string }) =>
    app.services.pool.query(`update graphile_worker._private_jobs set ${set} where payload->>'batchId' = $1`, [
      batchId,
    ]);
  await change(`attempts = max_attempts, locked_at = now(), locked_by = 'somebody'`, lastTry);
  await change('attempts = max_attempts', givenUp);
  await restart();
  expect((await jobs()).map(({ payload }) => payload)).toEqual([waits, givenUp]);
});
