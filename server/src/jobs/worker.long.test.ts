import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { enqueue, jobType, onJob } from './queue.ts';
import { startWorker } from './worker.ts';

const app = await forThisFile(testApp());

const quickJob = jobType<object>('test.quick');
const ioBoundJob = jobType<{ n: number }>('test.io-bound');

it('starts jobs of the I/O-bound lane as soon as they are queued', async () => {
  const { db } = app.services;
  const ran: number[] = [];
  const worker = await startWorker(app.services, [
    onJob(quickJob, async () => {}),
    { ...onJob(ioBoundJob, async ({ n }) => void ran.push(n)), ioBound: true },
  ]);
  const startedAt = performance.now();
  for (let n = 1; n <= 20; n++) {
    await enqueue(db, ioBoundJob, { n }, { queue: `queue ${n}` });
    await expect.poll(() => ran.length, { interval: 10 }).toBe(n);
  }
  // Polling alone, every ten seconds, would take 100 seconds or more for twenty jobs.
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  await worker.stop();
});
