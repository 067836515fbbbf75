import { contract } from '@sheaf/contract';
import { startBox, startDropbox, startGoogle, startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { box, drive, dropbox, s3, s3Login, type TestCloud } from '../testing/clouds.ts';
import { sync, workUntilSettled } from '../testing/driver.ts';
import { runTransfer } from './run.ts';

/** A worker that ends in the middle of a file: parts that arrived aren't sent again. */

const { transfers } = contract;
const chunk = 8 * 1024 * 1024;
const bytes = Buffer.alloc(3 * chunk + 1000, 'Sheaf');

const empty = { samples: false };
const [inGoogle, inDropbox, inBox, inS3] = await Promise.all([
  forThisFile(startGoogle(empty)),
  forThisFile(startDropbox(empty)),
  forThisFile(startBox(empty)),
  forThisFile(startS3(s3Login)),
]);
const app = await forThisFile(
  testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': inGoogle, dropbox: inDropbox, box: inBox }),
);

it.each([
  {
    way: 'to Dropbox',
    isPart: /upload_session\/append/,
    ends: () => [drive(inGoogle, 'ada'), dropbox(inDropbox, 'bruno')],
  },
  { way: 'to Google Drive', isPart: /upload_id=/, ends: () => [dropbox(inDropbox, 'ada'), drive(inGoogle, 'bruno')] },
  { way: 'to Box', isPart: /upload_sessions\/\w+$/, ends: () => [drive(inGoogle, 'ada'), box(inBox, 'bruno')] },
  { way: 'to S3', isPart: /partNumber=/, ends: () => [drive(inGoogle, 'ada'), s3(inS3, 'to')] },
])('$way', async ({ isPart, ends }) => {
  const [from, to] = ends() as [TestCloud, TestCloud];
  await from.clear();
  await from.write(['large.bin'], bytes);
  const who = await person(app);
  const accounts = { from_account_id: await from.connect(who), to_account_id: await to.connect(who) };
  await sync(app, who, accounts.from_account_id);
  const { id } = (await who.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;

  const { http, guardedHttp } = app.services;
  const ended = new AbortController();
  let sent = 0;
  /** Ends the worker when it is about to send the third part. */
  const watched = (client: typeof http, end: boolean): typeof http => ({
    send(request) {
      const size = request.body instanceof Uint8Array && isPart.test(request.url) ? request.body.length : 0;
      if (end && size > 0 && sent >= 2 * chunk) ended.abort();
      if (!end) resent += size;
      else if (!ended.signal.aborted) sent += size;
      return client.send(request);
    },
  });
  let resent = 0;
  const servicesThat = (end: boolean) => ({
    ...app.services,
    http: watched(http, end),
    guardedHttp: watched(guardedHttp, end),
  });
  const run = runTransfer.run({ transferId: id }, servicesThat(true), ended.signal);
  await expect(run).rejects.toThrow('abort');
  expect(sent).toBe(2 * chunk);
  await runTransfer.run({ transferId: id }, servicesThat(false), new AbortController().signal);
  // The third part may have been in transit when the worker ended.
  expect(resent).toBeLessThanOrEqual(chunk + 1000);
  expect(await workUntilSettled(app, who, id)).toMatchObject({ status: 'completed', bytes: bytes.length });
  expect((await to.list([])).map(({ path }) => path)).toEqual([['large.bin']]);
});
