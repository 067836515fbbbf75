import { startSlack } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, expect, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { startWorkerProcess, type WorkerProcess } from '../../testing/processes/worker-process.ts';
import { connectAndSync } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';

/** Two real workers, of which the one with the connection is killed (kill -9). */

const workers: WorkerProcess[] = [];
const slack = await forThisFile(startSlack({ samples: false }));
const app = await forThisFile(testApp({}, { slack }));
afterAll(async () => {
  for (const worker of workers) if (!worker.hasEnded()) await worker.stop();
});

it('moves the connection and its unacknowledged events to the other worker when one is killed', async () => {
  slack.control.addChannel({ name: 'general' });
  const me = await person(app);
  const id = await connectAndSync(app, me, 'slack', 'ada');
  const start = async () => {
    const worker = await startWorkerProcess(app, { slack }, { LOG_LEVEL: 'debug' });
    workers.push(worker);
    return worker;
  };
  const sockets = () => slack.control.sockets();
  const first = await start();
  await expect.poll(() => sockets().open).toBe(1);
  const second = await start();
  const messages = async () =>
    (await app.services.pool.query('select from messages where account_id = $1', [id])).rows.length;
  slack.control.post({ channel: 'general', text: 'before' });
  await expect.poll(messages).toBe(1);
  expect(sockets()).toMatchObject({ open: 1, opened: 1 });

  first.freeze();
  slack.control.post({ channel: 'general', text: 'meanwhile' });
  expect(sockets().unacknowledged).toBe(1);
  await first.kill();
  await app.services.pool.query(`update app_listeners set until = until - interval '1 hour'`);
  await expect.poll(sockets).toMatchObject({ open: 1, opened: 2, unacknowledged: 0 });
  await expect.poll(messages).toBe(2);
  for (const worker of [first, second]) expect(worker.output()).not.toContain('ticket');
}, 240_000);
