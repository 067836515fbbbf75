import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { runDueJobs } from '../testing/run-due-jobs.ts';
import { testApp } from '../testing/test-app.ts';
import { giveNextTurns } from './next-turns.ts';
import { enqueue, jobType, onJob } from './queue.ts';
import { sendMail, sendMails } from './send-mail.ts';
import { startWorker } from './worker.ts';

const app = await forThisFile(testApp());
beforeEach(() => app.services.pool.query('delete from graphile_worker._private_jobs'));

const [busy, quiet] = [crypto.randomUUID(), crypto.randomUUID()];
const job = jobType<{ name: string }>('test.turn');

/** The names of jobs in the order in which one slot runs them. */
async function order(): Promise<string[]> {
  const ran: string[] = [];
  const run = async (payload: unknown) => void ran.push((payload as { name: string }).name);
  await runDueJobs(app.services.pool, [{ name: job.name, run }]);
  return ran;
}
const queue = (name: string, workspace: string, before = 0) =>
  enqueue(app.services.db, job, { name }, { turn: { workspace, before } });

it('runs the job of a workspace that comes later next, however many another has waiting', async () => {
  for (let n = 0; n < 5; n++) await queue(`busy ${n}`, busy, n);
  await queue('quiet', quiet);
  expect((await order()).slice(0, 3)).toEqual(['busy 0', 'quiet', 'busy 1']);
});

it('lets a workspace with many jobs make progress, however many others have few', async () => {
  for (let n = 1; n <= 3; n++) await queue(`busy ${n}`, busy, n);
  await queue('quiet', quiet);
  await giveNextTurns.run({}, app.services, new AbortController().signal);
  expect(await order()).toEqual(['busy 1', 'quiet', 'busy 2', 'busy 3']);
});

it('sends a mail of another workspace, or of nobody, before the second of a thousand', async () => {
  const { db, pool } = app.services;
  const content = { subject: '', preheader: '', heading: '', blocks: [], footer: '' };
  const many = Array.from({ length: 1000 }, (_, n) => ({ to: `${n}@busy.example`, content }));
  await sendMails(db, many, busy);
  await sendMail(db, 'one@quiet.example', content, quiet);
  await sendMail(db, 'reset@example.com', content);
  const { rows } = await pool.query(
    `select payload ->> 'to' as to from graphile_worker._private_jobs order by priority, run_at, id limit 4`,
  );
  expect(rows.map(({ to }) => to)).toEqual([
    '0@busy.example',
    'one@quiet.example',
    'reset@example.com',
    '1@busy.example',
  ]);
});

it('leaves slots that the jobs of one workspace cannot take, however long they last', async () => {
  const gate = Promise.withResolvers<void>();
  const ran: string[] = [];
  const handler = onJob(job, async ({ name }) => {
    ran.push(name);
    if (name === 'busy') await gate.promise;
  });
  const worker = await startWorker({ ...app.services, config: { ...app.services.config, workerConcurrency: 4 } }, [
    handler,
  ]);
  try {
    for (let n = 0; n < 12; n++) await queue('busy', busy);
    await expect.poll(() => ran.length).toBe(3);
    // Nobody would take it from a lane that is full.
    await queue('quiet', quiet);
    await expect.poll(() => ran).toContain('quiet');
    expect(ran.filter((name) => name === 'busy')).toHaveLength(3);
  } finally {
    gate.resolve();
    await expect.poll(() => ran.length).toBe(13);
    await worker.stop();
  }
});
