import { once } from 'node:events';
import { connect } from 'node:net';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPool } from '../db/pool.ts';
import type { Services } from '../services.ts';
import { testApp } from '../testing/test-app.ts';
import { enqueue, type JobHandler, jobType, onJob } from './queue.ts';
import { startWorker } from './worker.ts';

const app = await forThisFile(testApp());
beforeEach(async () => {
  await app.services.pool.query('delete from worker_heartbeats');
  await app.services.pool.query('delete from graphile_worker._private_jobs');
  await app.services.pool.query('update graphile_worker._private_job_queues set locked_by = null, locked_at = null');
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

const job = jobType<object>('test.job');
const queue = 'a queue';
const add = (maxAttempts = 5) => enqueue(app.services.db, job, {}, { queue, maxAttempts });
const workers: { stop(): Promise<void> }[] = [];
async function start(handler: JobHandler, changes: Partial<Services> = {}): Promise<void> {
  workers.push(await startWorker({ ...app.services, singleProcess: false, ...changes }, [handler]));
}
/** Every two seconds: with a shorter interval, a late answer on a busy machine would count as lost. */
const beatsOften = () => ({ config: { ...app.services.config, workerLostAfter: 6 } });
const stop = () => workers.pop()!.stop();

interface Held {
  job: string | null;
  queue: string | null;
  attempts: number;
}
const held = async (): Promise<Held[]> =>
  (
    await app.services.pool.query<Held>(
      `select j.locked_by as job, q.locked_by as queue, j.attempts from graphile_worker._private_jobs j
       join graphile_worker._private_job_queues q on q.id = j.job_queue_id`,
    )
  ).rows;
const give = async (worker: string, secondsAgo: number, what: 'jobs' | 'job_queues') =>
  app.services.pool.query(
    `update graphile_worker._private_${what} set locked_by = $1, locked_at = now() - make_interval(secs => $2)`,
    [worker, secondsAgo],
  );

it('leaves a job that was given to another worker, and its queue, to that worker', async () => {
  await add();
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  await start(
    onJob(job, async () => {
      begun.resolve();
      await mayEnd.promise;
    }),
  );
  await begun.promise;
  await give('another', 0, 'jobs');
  await give('another', 0, 'job_queues');
  mayEnd.resolve();
  await stop();
  expect(await held()).toEqual([{ job: 'another', queue: 'another', attempts: 1 }]);
});

it('deletes a job that is done and frees its queue', async () => {
  await add();
  let runs = 0;
  await start(onJob(job, async () => void runs++));
  await expect.poll(held).toEqual([]);
  await add();
  await expect.poll(() => runs).toBe(2);
});

it.each([
  {
    what: 'is ended by an administrator',
    ask: () => app.services.pool.query('select pg_terminate_backend(pg_backend_pid())'),
  },
  {
    what: 'can’t be reached',
    ask: () => {
      const pool = openPool({ host: '127.0.0.1', port: 1 }, () => {});
      return pool.query('select 1').finally(() => pool.end());
    },
  },
])('runs a job whose database connection $what again at once, without using up an attempt', async ({ ask }) => {
  await add();
  const attempts: number[] = [];
  await start(
    onJob(job, async () => {
      attempts.push((await held())[0]!.attempts);
      if (attempts.length < 7) await ask();
    }),
  );
  // Graphile itself would count every attempt, wait longer before each, and give up after the fifth.
  await expect.poll(() => attempts.length).toBe(7);
  expect(attempts).toEqual(Array(7).fill(1));
  await expect.poll(held).toEqual([]);
});

it('frees a queue that a silent worker holds without a job, but not that of a live worker', async () => {
  await add();
  await app.services.pool.query(`insert into worker_heartbeats (worker_id) values ('living')`);
  await give('living', 120, 'job_queues');
  let runs = 0;
  const handler = onJob(job, async () => void runs++);
  await start(handler);
  await stop();
  expect(await held()).toEqual([{ job: null, queue: 'living', attempts: 0 }]);
  await give('silent', 120, 'job_queues');
  await start(handler);
  await expect.poll(() => runs).toBe(1);
});

/** A job with a single attempt, so that its end can be seen however late one polls. */
const oneLeft = async () => {
  const { rows } = await app.services.pool.query<{ attempts: number; waits: boolean; error: string | null }>(
    `select attempts, run_at - created_at > interval '2 seconds' as waits, last_error as error from graphile_worker._private_jobs
     where locked_by is null and attempts > 0`,
  );
  return rows[0];
};

it('uses up an attempt if the bucket cannot be reached, and makes the next one wait', async () => {
  await add(1);
  await start(
    onJob(job, async () => {
      await fetchClosedPort();
    }),
  );
  await expect.poll(oneLeft).toMatchObject({ attempts: 1, waits: true });
});

it('returns a job that fails while the database is away once it is back', async () => {
  await add(1);
  let isAway = true;
  const { pool } = app.services;
  const query = async (...args: Parameters<typeof pool.query>) => {
    if (!isAway) return pool.query(...args);
    isAway = false;
    throw Object.assign(new Error('Connection terminated unexpectedly'));
  };
  const unreliable = Object.assign(Object.create(pool), { query });
  await start(
    onJob(job, async () => {
      throw new Error('The source is \0 away.');
    }),
    { pool: unreliable },
  );
  await expect.poll(oneLeft).toEqual({ attempts: 1, waits: true, error: 'The source is  away.' });
  expect(isAway).toBe(false);
});

it('frees a job that a live worker holds without knowing it, and its queue', async () => {
  let runs = 0;
  await start(
    onJob(job, async () => void runs++),
    beatsOften(),
  );
  const { rows } = await app.services.pool.query<{ worker_id: string }>('select worker_id from worker_heartbeats');
  await app.services.pool.query(
    `with q as (insert into graphile_worker._private_job_queues (queue_name, locked_by, locked_at)
       values ('lost answer', $1, now() - interval '1 minute') returning id)
     insert into graphile_worker._private_jobs (job_queue_id, task_id, payload, locked_by, locked_at, attempts)
       select q.id, t.id, '{}', $1, now() - interval '1 minute', 1 from q, graphile_worker._private_tasks t
       where identifier = 'test.job'`,
    [rows[0]!.worker_id],
  );
  await expect.poll(() => runs).toBe(1);
  await expect.poll(held).toEqual([]);
});

it('leaves a job that runs for long to its worker', async () => {
  await add();
  let runs = 0;
  const mayEnd = Promise.withResolvers<void>();
  await start(
    onJob(job, async () => {
      runs++;
      await mayEnd.promise;
    }),
    beatsOften(),
  );
  await expect.poll(() => runs).toBe(1);
  const [lock] = await held();
  await give(lock!.job!, 60, 'jobs');
  await give(lock!.queue!, 60, 'job_queues');
  const seen = async () =>
    (await app.services.pool.query(`select seen_at::text from worker_heartbeats`)).rows[0].seen_at as string;
  // The first of two may have polled before.
  for (let beats = 0, last = await seen(); beats < 2; beats++, last = await seen())
    await expect.poll(seen).not.toBe(last);
  mayEnd.resolve();
  await expect.poll(held).toEqual([]);
  expect(runs).toBe(1);
});

describe('a job that was replaced by another one with its key while it ran', () => {
  const key = 'a key';
  const addKeyed = () => enqueue(app.services.db, job, {}, { queue, key });

  it('is deleted when its worker dies, and the other one runs', async () => {
    await addKeyed();
    await app.services.pool.query('update graphile_worker._private_jobs set attempts = 1');
    await give('silent', 120, 'jobs');
    await give('silent', 120, 'job_queues');
    await addKeyed();
    expect(await held()).toHaveLength(2);
    let runs = 0;
    await start(onJob(job, async () => void runs++));
    await expect.poll(held).toEqual([]);
    expect(runs).toBe(1);
  });

  it('is deleted when it fails, and the other one runs', async () => {
    await addKeyed();
    let runs = 0;
    await start(
      onJob(job, async () => {
        if (++runs > 1) return;
        await addKeyed();
        throw new Error('The source is away.');
      }),
    );
    await expect.poll(() => runs).toBe(2);
    await expect.poll(held).toEqual([]);
  });
});

/** Throws as a store's client does: a refused connection, without anything that says whose it is. */
async function fetchClosedPort(): Promise<void> {
  const socket = connect(1, '127.0.0.1');
  await once(socket, 'connect');
}
