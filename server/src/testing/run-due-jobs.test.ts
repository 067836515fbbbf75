import { expect, it } from 'vitest';
import { enqueue } from '../jobs/queue.ts';
import { runDueJobs } from './run-due-jobs.ts';
import { testApp } from './test-app.ts';

it('runs the next job of a queue, however long it takes to record that the one before has ended', async () => {
  const app = await testApp();
  const { db, pool } = app.services;
  await pool.query(`create function slowly() returns trigger language plpgsql as
    'begin perform pg_sleep(0.3); return old; end'`);
  await pool.query(`create trigger slowly before delete on graphile_worker._private_jobs
    for each row execute function slowly()`);
  // One attempt each, because another would be due before all of this is over on a slow machine.
  const add = (payload: string) => enqueue(db, { name: 'test' }, payload, { queue: 'one', maxAttempts: 1 });
  const ran: unknown[] = [];
  await add('first');
  const run = async (payload: unknown) => {
    ran.push(payload);
    if (payload === 'first') await add('second');
    if (payload === 'second') await add('fails').then(() => add('last'));
    if (payload === 'fails') throw new Error('on purpose');
  };
  await runDueJobs(pool, [{ name: 'test', run }]);
  expect(ran).toEqual(['first', 'second', 'fails', 'last']);
  const { rows } = await pool.query('select attempts, locked_by from graphile_worker._private_jobs');
  expect(rows).toEqual([{ attempts: 1, locked_by: null }]);
  await app.close();
});
