import { createHash } from 'node:crypto';
import { contract } from '@sheaf/contract';
import { startDropbox, startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../testing/processes/worker-process.ts';
import { testApp } from '../../../testing/test-app.ts';
import { drive, dropbox } from '../testing/clouds.ts';
import { expectCountersAgree } from '../testing/counters.ts';
import { sync } from '../testing/driver.ts';

/** A real worker that is killed (kill -9) again and again while it moves files. */

const { transfers } = contract;
/** The call at the destination during which each process is killed. */
const lives = [2, 7, 1, 12, 24];
const given = [
  { path: ['large.bin'], bytes: Buffer.alloc(20 * 1024 * 1024, 'Sheaf') },
  ...Array.from({ length: 40 }, (_, n) => ({ path: ['Many', `${n}.txt`], bytes: Buffer.alloc(3000 + n, `file ${n}`) })),
];
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const inOrder = (paths: readonly string[][]) => paths.map((path) => path.join('/')).sort();

let worker: WorkerProcess | undefined;
const google = await forThisFile(startGoogle({ samples: false }));
const box = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { 'google-drive': google, dropbox: box }));
afterAll(() => worker?.stop());

it('moves every file once, and removes none at the source that did not arrive', async () => {
  const [from, to] = [drive(google, 'ada'), dropbox(box, 'bruno')];
  await from.mkdir(['Many']);
  for (const { path, bytes } of given) await from.write(path, bytes);
  const who = await person(app);
  const accounts = { from_account_id: await from.connect(who), to_account_id: await to.connect(who) };
  await sync(app, who, accounts.from_account_id);
  const body = { ...accounts, mode: 'move' as const, selection_type: 'all' as const };
  const { id } = (await who.call(transfers.create, { body })).data;

  const start = () => startWorkerProcess(app, { 'google-drive': google, dropbox: box });
  const arrived = async () =>
    new Set((await to.list([])).filter(({ kind }) => kind === 'file').map((file) => file.sha256));
  for (const call of lives) {
    box.control.clearCalls();
    box.control.fail({ nth: call, times: 10_000, action: { kind: 'hang' } });
    worker = await start();
    await expect.poll(() => box.control.calls({ prefix: '' })).toBeGreaterThanOrEqual(call);
    await worker.kill();
    box.control.clearFaults();
    const safe = await arrived();
    const left = new Set((await from.list([])).map((file) => file.sha256));
    for (const { path, bytes } of given)
      expect(safe.has(sha256(bytes)) || left.has(sha256(bytes)), path.join('/')).toBe(true);
  }

  worker = await start();
  const status = async () => (await who.call(transfers.get, { params: { id } })).data.status;
  await expect.poll(status).toBe('completed');
  const files = (await to.list([])).filter(({ kind }) => kind === 'file');
  expect(inOrder(files.map(({ path }) => [...path]))).toEqual(inOrder(given.map(({ path }) => path)));
  for (const { path, bytes } of given)
    expect(files.find((file) => file.path.join('/') === path.join('/'))!.sha256).toBe(sha256(bytes));
  expect((await from.list([])).filter(({ kind }) => kind === 'file')).toEqual([]);
  await expectCountersAgree(app, id);
}, 240_000);
