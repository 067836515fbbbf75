import { contract } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../testing/processes/worker-process.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';

/** A real worker, killed (kill -9) while it lists and again while it fetches, resumes where it stopped. */

const { sources } = contract;
const [files, perPage] = [998, 100];
/** Including the folder of them all and the one in it. */
const pages = Math.ceil((files + 2) / perPage);

let worker: WorkerProcess | undefined;
const google = await forThisFile(startGoogle({ samples: false, pageSize: perPage }));
google.control.addMany({ person: 'ada', count: files });
const app = await forThisFile(testApp({}, { 'google-drive': google }));
const me = await person(app);
const { id } = await connectAccount(me, 'google-drive', 'ada');
afterAll(() => worker?.stop());

const calls = (prefix: string) => google.control.calls({ prefix });
const fetched = () => calls('GET /drive/v3/files/') - calls('GET /drive/v3/files/root');
const listed = () => calls('GET /drive/v3/files') - calls('GET /drive/v3/files/');
const documents = async (where = 'true') =>
  (await app.services.pool.query(`select id, remote_id from documents where ${where} order by id`)).rows;
const count = async (where?: string) => (await documents(where)).length;
const batch = async () => (await me.call(sources.accounts)).data[0]!.batch!;

it('requests no stored page again when killed while listing', async () => {
  // The first calls request the root folder and the folders that others share.
  google.control.fail({ path: '/drive/v3/files', nth: 8, action: { kind: 'hang' } });
  await me.call(sources.syncNow, { params: { id } });
  google.control.clearCalls();
  worker = await startWorkerProcess(app, { 'google-drive': google });
  await expect.poll(() => count()).toBe(5 * perPage);
  await expect.poll(listed).toBe(7);
  await worker.kill();
  const before = await documents();

  // After the restart, contents hang after three hundred files with two calls each.
  google.control.clearFaults();
  google.control.clearCalls();
  google.control.fail({ path: '/drive/v3/files/*', nth: 601, times: 10_000, action: { kind: 'hang' } });
  worker = await startWorkerProcess(app, { 'google-drive': google });
  await expect.poll(() => count(`content = 'stored'`)).toBeGreaterThanOrEqual(200);
  expect((await documents()).length).toBe(files + 2);
  expect((await documents()).slice(0, before.length)).toEqual(before);
  // The remaining pages, the folders that others share, and recent changes.
  expect(listed()).toBe(pages - 5 + 2);
}, 240_000);

it('fetches nothing stored again and lists nothing when killed while fetching', async () => {
  await worker!.kill();
  const stored = await count(`content = 'stored'`);
  google.control.clearFaults();
  google.control.clearCalls();
  worker = await startWorkerProcess(app, { 'google-drive': google });
  await expect.poll(async () => (await batch()).status).toBe('completed');
  expect(await count(`content = 'stored'`)).toBe(files);
  expect(fetched()).toBe(2 * (files - stored));
  expect(listed()).toBe(0);
  expect(await batch()).toMatchObject({ total: files, processed: files, failed: 0 });
}, 240_000);
