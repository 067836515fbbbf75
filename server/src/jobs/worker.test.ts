import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { enqueue, jobType, onJob } from './queue.ts';
import { sendMail, sendMailHandler } from './send-mail.ts';
import { startWorker } from './worker.ts';

const app = await forThisFile(testApp());

const job = jobType<{ n: number }>('test.job');

const ran: number[] = [];
const handler = onJob(job, async ({ n }) => void ran.push(n));

const lockedBy = (worker: string, minutes: number) =>
  app.services.pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - make_interval(mins => $2), attempts = 1`,
    [worker, minutes],
  );

it('runs a job exactly if its transaction commits', async () => {
  const { db } = app.services;
  await db.transaction().execute((tx) => enqueue(tx, job, { n: 1 }));
  await db
    .transaction()
    .execute(async (tx) => {
      await enqueue(tx, job, { n: 2 });
      throw new Error('rolled back');
    })
    .catch(() => {});
  const worker = await startWorker(app.services, [handler]);
  await expect.poll(() => ran).toEqual([1]);
  await worker.stop();
});

it('runs the job of a dead worker and leaves that of a live one alone', async () => {
  const { db, pool } = app.services;
  const services = { ...app.services, singleProcess: false };
  ran.length = 0;
  await enqueue(db, job, { n: 3 });
  await lockedBy('dead-worker', 1);
  const first = await startWorker(services, [handler]);
  await expect.poll(() => ran).toEqual([3]);
  await first.stop();

  await pool.query(`insert into worker_heartbeats (worker_id) values ('living-worker')`);
  await enqueue(db, job, { n: 4 });
  await lockedBy('living-worker', 1);
  const second = await startWorker(services, [handler]);
  // The worker takes the older of two jobs first, so when it runs this one, it has considered the other.
  await enqueue(db, job, { n: 5 });
  await expect.poll(() => ran).toContain(5);
  await second.stop();
  expect(ran).toEqual([3, 5]);
  const { rows } = await pool.query('select locked_by, attempts from graphile_worker._private_jobs');
  expect(rows).toEqual([{ locked_by: 'living-worker', attempts: 1 }]);
});

it('reports that the queue has stopped it, as a newer version does that changes the tables of jobs', async () => {
  const { pool } = app.services;
  const ends: Error[] = [];
  const worker = await startWorker(app.services, [handler], (error) => ends.push(error));
  const exitCode = process.exitCode;
  const stopQueue = async () => {
    await pool.query(`select pg_notify('worker:migrate', '{"breaking": true}')`);
    return ends.length;
  };
  // Repeated, because the worker may not listen yet.
  await expect.poll(stopQueue).toBe(1);
  process.exitCode = exitCode;
  await worker.stop();
  expect(ends[0]!.message).toBe('The worker no longer takes jobs from the queue.');
});

it('puts a mail into the outbox once, even if its job runs twice', async () => {
  const { db, pool } = app.services;
  const content = { subject: 'Hello', preheader: '', heading: 'Hello', blocks: [], footer: '' };
  await sendMail(db, 'ada@example.com', content);
  const { rows } = await pool.query(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'mail.send'`,
  );
  for (let run = 0; run < 2; run++)
    await sendMailHandler.run(rows[0].payload, app.services, new AbortController().signal);
  expect(await app.mailsTo('ada@example.com')).toHaveLength(1);
});
