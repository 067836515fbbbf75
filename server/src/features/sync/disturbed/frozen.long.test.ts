import { contract } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../testing/processes/worker-process.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';

/** Two real workers, one of them stopped for longer than its lease lasts, in the middle of a listing. */

const { sources, labels, documents } = contract;
const files = 60;

const workers: WorkerProcess[] = [];
const google = await forThisFile(startGoogle({ samples: false, pageSize: 10 }));
google.control.addMany({ person: 'ada', count: files });
const app = await forThisFile(testApp({}, { 'google-drive': google }));
const me = await person(app);
const { id } = await connectAccount(me, 'google-drive', 'ada');
afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.thaw();
    await worker.stop();
  }
});

const start = async () => {
  const worker = await startWorkerProcess(app, { 'google-drive': google }, { WORKER_LOST_AFTER: '10' });
  workers.push(worker);
  return worker;
};
const rows = async (text: string) => (await app.services.pool.query(text)).rows;
const status = async () => (await me.call(sources.accounts)).data[0]!.batch?.status;
const syncNow = () => me.call(sources.syncNow, { params: { id } });

it('finishes the run in the other worker, and loses nothing and leaves nothing stuck when the first wakes up', async () => {
  await syncNow();
  const first = await start();
  await expect.poll(status).toBe('completed');
  const before = await rows('select id, remote_id from documents order by id');
  expect(before.length).toBe(files + 2);
  const label = (await me.call(labels.create, { body: { name: 'Kept', color: '#e03131' } })).data;
  await me.call(documents.setLabels, { body: { document_id: before[5].id, labels: [label.id] } });

  // A listing from the start, frozen halfway.
  await app.services.pool.query('update source_accounts set cursor = null');
  google.control.clearCalls();
  google.control.fail({ path: '/drive/v3/files', nth: 4, action: { kind: 'delay', ms: 1_500 } });
  await syncNow();
  await expect.poll(() => google.control.calls({ prefix: 'GET /drive/v3/files' })).toBeGreaterThan(3);
  first.freeze();
  await first.seemLost();
  await start();
  await expect.poll(status).toBe('completed');
  first.thaw();
  // The first worker's part of the run is over when the queue rejects it.
  await expect.poll(() => first.output()).toMatch(/Failed task \d+ \(sync\.run,/);
  expect(await rows('select id, remote_id from documents where gone_at is null order by id')).toEqual(before);
  expect(await rows('select document_id from label_documents')).toEqual([{ document_id: before[5].id }]);

  google.control.add({ person: 'ada', name: 'new.txt', base64: 'aGk=' });
  await syncNow();
  await expect.poll(status).toBe('completed');
  expect(await rows(`select content from documents where name = 'new.txt'`)).toEqual([{ content: 'stored' }]);
  expect(first.hasEnded()).toBe(false);
}, 240_000);
