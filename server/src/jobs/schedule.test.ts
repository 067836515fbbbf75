import { forThisFile } from '@sheaf/sandbox/testing';
import { parseCronItems } from 'graphile-worker';
import { beforeEach, expect, it, vi } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { queueDueJobs } from './schedule.ts';

const app = await forThisFile(testApp());
beforeEach(async () => {
  vi.useRealTimers();
  await app.services.pool.query('delete from job_schedule');
  await app.services.pool.query('delete from graphile_worker._private_jobs');
});

const everyMinute = parseCronItems([{ task: 'test.minutely', match: '* * * * *' }]);
const queued = async () =>
  (await app.services.pool.query('select task_identifier from graphile_worker.jobs')).rows.length;
const lastQueued = (ago: string) =>
  app.services.pool.query(
    `insert into job_schedule (name, queued_for) values ('test.minutely', now() - $1::interval)
     on conflict (name) do update set queued_for = excluded.queued_for`,
    [ago],
  );

it('queues nothing on the first check of a new installation, and each due time once', async () => {
  await queueDueJobs(app.services, everyMinute);
  expect(await queued()).toBe(0);
  await lastQueued('5 minutes');
  await Promise.all(Array.from({ length: 5 }, () => queueDueJobs(app.services, everyMinute)));
  expect(await queued()).toBe(1);
});

it('follows the clock of the database, so that a worker whose clock is an hour ahead delays nothing', async () => {
  await lastQueued('5 minutes');
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
  await queueDueJobs(app.services, everyMinute);
  vi.useRealTimers();
  const { rows } = await app.services.pool.query('select queued_for <= now() as past from job_schedule');
  expect(rows).toEqual([{ past: true }]);
  await app.services.pool.query('delete from graphile_worker._private_jobs');
  await lastQueued('1 minute');
  await queueDueJobs(app.services, everyMinute);
  expect(await queued()).toBe(1);
});
