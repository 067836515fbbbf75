import { contract } from '@sheaf/contract';
import { type DropboxSandbox, type GoogleSandbox, startDropbox, startGoogle } from '@sheaf/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { runTransfer } from './run.ts';
import { drive, dropbox } from './testing/clouds.ts';
import { sync, workUntilSettled } from './testing/driver.ts';

/** A worker that ends in the middle of a file: the parts that arrived are not sent again. */

const { transfers } = contract;
const chunk = 8 * 1024 * 1024;
const bytes = Buffer.alloc(3 * chunk + 1000, 'Sheaf');

let app: TestApp;
let google: GoogleSandbox;
let box: DropboxSandbox;
beforeAll(async () => {
  [google, box] = await Promise.all([startGoogle({ samples: false }), startDropbox({ samples: false })]);
  app = await testApp({}, { 'google-drive': google, dropbox: box });
});
afterAll(async () => {
  await app.close();
  await Promise.all([google.stop(), box.stop()]);
});

it.each([
  { way: 'to Dropbox', isPart: /upload_session\/append/ },
  { way: 'to Google Drive', isPart: /upload_id=/ },
])('$way', async ({ way, isPart }) => {
  const isBox = way === 'to Dropbox';
  const [from, to] = isBox
    ? [drive(google, 'ada'), dropbox(box, 'bruno')]
    : [dropbox(box, 'ada'), drive(google, 'bruno')];
  await from.write(['large.bin'], bytes);
  const who = await person(app);
  const accounts = { from_account_id: await from.connect(who), to_account_id: await to.connect(who) };
  await sync(app, who, accounts.from_account_id);
  const { id } = (await who.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;

  const { http } = app.services;
  const ended = new AbortController();
  let sent = 0;
  /** Ends the worker when it is about to send the third part. */
  const watched = (end: boolean): typeof http => ({
    send(request) {
      const size = request.body instanceof Uint8Array && isPart.test(request.url) ? request.body.length : 0;
      if (end && size > 0 && sent >= 2 * chunk) ended.abort();
      if (!end) resent += size;
      else if (!ended.signal.aborted) sent += size;
      return http.send(request);
    },
  });
  let resent = 0;
  const run = runTransfer.run({ transferId: id }, { ...app.services, http: watched(true) }, ended.signal);
  await expect(run).rejects.toThrow('abort');
  expect(sent).toBe(2 * chunk);
  await runTransfer.run({ transferId: id }, { ...app.services, http: watched(false) }, new AbortController().signal);
  // The third part was perhaps under way when the worker ended.
  expect(resent).toBeLessThanOrEqual(chunk + 1000);
  expect(await workUntilSettled(app, who, id)).toMatchObject({ status: 'completed', bytes: bytes.length });
  expect((await to.list([])).map(({ path }) => path)).toEqual([['large.bin']]);
});
