import { contract } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { sessionsEnded, startWorkerProcess, type WorkerProcess } from '../../../testing/processes/worker-process.ts';
import { startDatabaseProxy } from '../../../testing/servers/database-proxy.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';

/** Real workers that are killed, frozen or without a database in the middle of three hundred mails. */

const { sources } = contract;
const mails = 300;
/** The number of mails in a batch, which may be read twice. */
const page = 50;

let me: TestPerson;
let id: string;
const workers: WorkerProcess[] = [];
const google = await forThisFile(startGoogle({ samples: false, pageSize: page }));
google.control.addManyMails({ person: 'ada', count: mails });
google.control.setMailQuota({ perUser: 1e9, perProject: 1e9 });
const app = await forThisFile(testApp({}, { gmail: google }));
beforeEach(async () => {
  me = await person(app);
  ({ id } = await connectAccount(me, 'gmail', 'ada'));
  google.control.clearCalls();
});
afterEach(async () => {
  google.control.clearFaults();
  for (const worker of workers.splice(0)) {
    worker.thaw();
    await worker.stop();
  }
});

async function start(env: Record<string, string> = {}): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(app, { gmail: google }, env);
  workers.push(worker);
  return worker;
}
const kept = async (): Promise<{ id: string }[]> =>
  (
    await app.services.pool.query('select id, remote_id, revision from messages where account_id = $1 order by id', [
      id,
    ])
  ).rows;
const fetched = () => google.control.calls({ prefix: 'GET /gmail/v1/users/me/messages/' });
const syncNow = () => me.call(sources.syncNow, { params: { id } });
const status = async () => (await me.call(sources.accounts)).data[0]!.batch!.status;

/** Some batches are stored, and the next is being read; its calls take long, or forever. */
async function inTheMiddle(action: { kind: 'hang' } | { kind: 'delay'; ms: number }, begin: () => Promise<unknown>) {
  google.control.fail({ path: '/gmail/v1/users/me/messages/*', nth: 121, times: 10_000, action });
  await syncNow();
  await begin();
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(0);
  await expect.poll(fetched).toBeGreaterThan(120);
}

/** Checks that every message exists once, that earlier ones are unchanged, and that every thread is complete. */
async function expectAll(before: readonly { id: string }[]): Promise<void> {
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(mails);
  const after = await kept();
  expect(after).toHaveLength(mails);
  const ids = new Set(before.map((one) => one.id));
  expect(after.filter((one) => ids.has(one.id))).toEqual(before);
  const threads = await app.services.pool.query(
    `select (conversation ->> 'messages')::int as messages, content from documents
     where account_id = $1 and conversation is not null`,
    [id],
  );
  expect(threads.rows).toEqual(Array.from({ length: mails / 5 }, () => ({ messages: 5, content: 'stored' })));
  expect((await me.call(sources.accounts)).data[0]).toMatchObject({ status: 'connected', problem: null, failed: 0 });
}

describe('a run that reads messages', () => {
  it('resumes at the batch after its worker was killed', async () => {
    let worker: WorkerProcess;
    await inTheMiddle({ kind: 'hang' }, async () => {
      worker = await start();
    });
    await worker!.kill();
    const before = await kept();
    google.control.clearFaults();
    await start();
    await expect.poll(status).toBe('completed');
    await expectAll(before);
    expect(fetched()).toBeLessThanOrEqual(mails + 2 * page);
  }, 240_000);

  it('is finished by another worker while its own is frozen, which writes nothing when it wakes up', async () => {
    const env = { WORKER_LOST_AFTER: '10' };
    let first: WorkerProcess;
    await inTheMiddle({ kind: 'delay', ms: 1_500 }, async () => {
      first = await start(env);
    });
    first!.freeze();
    await first!.seemLost();
    const before = await kept();
    google.control.clearFaults();
    await start(env);
    await expect.poll(status).toBe('completed');
    const finished = await kept();
    first!.thaw();
    // The first worker's part of the run is over when the queue rejects it.
    await expect.poll(() => first.output()).toMatch(/Failed task \d+ \(sync\.run,/);
    expect(await kept()).toEqual(finished);
    await expectAll(before);

    const added = google.control.addMail({ person: 'ada', subject: 'After the frost', text: 'Good morning' });
    await syncNow();
    await expect.poll(status).toBe('completed');
    expect(await kept()).toHaveLength(mails + 1);
    google.control.deleteMail({ person: 'ada', id: added });
    expect(first!.hasEnded()).toBe(false);
  }, 240_000);

  it('resumes in the same worker after the database was away for some seconds', async () => {
    const proxy = await startDatabaseProxy();
    try {
      let worker: WorkerProcess;
      const name = 'behind-proxy';
      await inTheMiddle({ kind: 'delay', ms: 200 }, async () => {
        const url = proxy.url(app.services.pool.options.database!);
        worker = await start({ DATABASE_URL: `${url}?application_name=${name}` });
      });
      proxy.close();
      await sessionsEnded(app.services, name);
      const before = await kept();
      // Writes of the run in progress fail again and again.
      await expect.poll(proxy.refused).toBeGreaterThan(5);
      expect(await kept()).toEqual(before);
      google.control.clearFaults();
      proxy.open();
      await expect.poll(status).toBe('completed');
      await expectAll(before);
      expect(fetched()).toBeLessThanOrEqual(mails + 2 * page);
      expect(worker!.hasEnded()).toBe(false);
    } finally {
      for (const worker of workers.splice(0)) await worker.stop();
      await proxy.stop();
    }
  }, 240_000);
});
