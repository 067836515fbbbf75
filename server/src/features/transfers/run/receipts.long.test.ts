import { contract } from '@sheaf/contract';
import { startGoogle, startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { drive, s3, s3Login } from '../testing/clouds.ts';
import { sync, workUntilSettled } from '../testing/driver.ts';
import { runTransfer } from './run.ts';

const { transfers } = contract;
const chunk = 8 * 1024 * 1024;

const [google, store] = await Promise.all([
  forThisFile(startGoogle({ samples: false })),
  forThisFile(startS3(s3Login)),
]);
const app = await forThisFile(testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': google }));

const receipts = async () =>
  (await app.services.pool.query('select start, length, value from transfer_receipts order by start')).rows;

it('keeps the store’s answers to the parts as long as their upload, and not for the next one', async () => {
  const [from, to] = [drive(google, 'ada'), s3(store, 'to')];
  await from.write(['shrinking.bin'], Buffer.alloc(3 * chunk + 1000, 'before'));
  const who = await person(app);
  const accounts = { from_account_id: await from.connect(who), to_account_id: await to.connect(who) };
  await sync(app, who, accounts.from_account_id);
  const { id } = (await who.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;

  const { guardedHttp } = app.services;
  const ended = new AbortController();
  /** The worker ends before the fourth part. */
  const send: typeof guardedHttp.send = (request) => {
    if (request.url.includes('partNumber=4')) ended.abort();
    return guardedHttp.send(request);
  };
  const dying = { ...app.services, guardedHttp: { send } };
  await expect(runTransfer.run({ transferId: id }, dying, ended.signal)).rejects.toThrow('abort');
  expect(await receipts()).toMatchObject([0, 1, 2].map((at) => ({ start: at * chunk, length: chunk })));

  // The parts of the shorter file, except one, are where those of the longer file were.
  const shorter = Buffer.alloc(2 * chunk, 'after');
  await from.clear();
  await from.write(['shrinking.bin'], shorter);
  const remote = google.control.list({ person: 'ada' })[0]!.id;
  await app.services.pool.query('update transfer_items set remote_id = $1', [remote]);
  expect(await workUntilSettled(app, who, id)).toMatchObject({ status: 'completed', failed: 0, bytes: shorter.length });
  expect(store.bucket.get('to/shrinking.bin')!.bytes.equals(shorter)).toBe(true);
  expect(store.bucket.uploads.size).toBe(0);
  expect(await receipts()).toEqual([]);
});
