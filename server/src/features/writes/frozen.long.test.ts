import { createHash } from 'node:crypto';
import { contract } from '@sheaf/contract';
import { type GoogleSandbox, startGoogle } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type TestPerson } from '../../testing/people.ts';
import { startWorkerProcess, type WorkerProcess } from '../../testing/processes/worker-process.ts';
import { syncAccount } from '../../testing/sign-in/consent.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { drive, type TestCloud } from '../transfers/testing/clouds.ts';
import { uploadInto } from './testing/upload-into.ts';

const { documents, sources } = contract;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Two real workers, one of them stopped for longer than its lease lasts, in the middle of a change at the app. */
describe('a worker that is frozen while it changes a connected account', () => {
  let app: TestApp;
  let google: GoogleSandbox;
  let cloud: TestCloud;
  let me: TestPerson;
  let account: string;
  const workers: WorkerProcess[] = [];
  beforeAll(async () => {
    google = await startGoogle({ samples: false });
    app = await testApp({}, { 'google-drive': google });
    cloud = drive(google, 'ada');
    me = await person(app);
    await cloud.mkdir(['Plans']);
    await cloud.write(['moved.txt'], Buffer.from('moved'));
    account = await cloud.connect(me);
    await syncAccount(app, me, account);
  });
  afterAll(async () => {
    for (const worker of workers) {
      worker.thaw();
      await worker.stop();
    }
    await app.close();
    await google.stop();
  });

  const start = async () => {
    const worker = await startWorkerProcess(app, { 'google-drive': google }, { WORKER_LOST_AFTER: '10' });
    workers.push(worker);
    return worker;
  };
  const shown = async () => (await me.call(documents.list, { query: { account_id: account, per_page: 100 } })).data;
  const waiting = async () => {
    const sql = `select from account_writes where account_id = $1 and state = 'waiting'`;
    return (await app.services.pool.query(sql, [account])).rowCount;
  };

  /**
   * Freezes one worker while it waits for the answer to such a call; another finishes the work; then the first
   * continues.
   */
  async function freezeDuring(method: 'PUT' | 'PATCH', meanwhile: () => Promise<unknown>): Promise<void> {
    google.control.fail({ method, action: { kind: 'delay', ms: 5_000 } });
    const asked = google.control.calls({ prefix: method });
    const stopped = await start();
    await expect.poll(() => google.control.calls({ prefix: method })).toBeGreaterThan(asked);
    stopped.freeze();
    await stopped.seemLost();
    const other = await start();
    await expect.poll(waiting).toBe(0);
    await meanwhile();
    await expect.poll(waiting).toBe(0);
    await other.stop();
    stopped.thaw();
    await expect.poll(() => stopped.output()).toMatch(/Failed task \d+ \(writes\.run,/);
    await stopped.stop();
    google.control.clearFaults();
    await me.call(sources.syncNow, { params: { id: account } });
    await app.work();
  }

  it('sends each file once', async () => {
    const bytes = Buffer.alloc(3_000_000, 'sheaf of papers ');
    const uploaded = await uploadInto(app, me, { filename: 'large.bin', account_id: account }, bytes);
    const id = String(uploaded.headers['upload-document']);
    await freezeDuring('PUT', () => me.call(documents.change, { params: { id }, body: { name: 'sent.bin' } }));

    const held = (await cloud.list([])).filter(({ kind }) => kind === 'file');
    expect(held.map((file) => [file.path.join('/'), file.sha256]).sort()).toEqual([
      ['moved.txt', sha256(Buffer.from('moved'))],
      ['sent.bin', sha256(bytes)],
    ]);
    const now = await shown();
    expect(now.map(({ name }) => name).sort()).toEqual(['Plans', 'moved.txt', 'sent.bin']);
    expect(now.find(({ name }) => name === 'sent.bin')!.id).toBe(id);
  }, 240_000);

  it('makes each move once', async () => {
    const before = await shown();
    const [plans, moved] = ['Plans', 'moved.txt'].map((name) => before.find((one) => one.name === name)!.id);
    await me.call(documents.change, { params: { id: moved! }, body: { parent_id: plans! } });
    await freezeDuring('PATCH', async () => {});

    const held = (await cloud.list(['Plans'])).map((file) => [file.path.join('/'), file.sha256]);
    expect(held).toEqual([['Plans/moved.txt', sha256(Buffer.from('moved'))]]);
    const now = await shown();
    expect(now.length).toBe(before.length);
    expect(now.find(({ id }) => id === moved)).toMatchObject({ name: 'moved.txt', location: [{ id: plans }] });
  }, 240_000);
});
