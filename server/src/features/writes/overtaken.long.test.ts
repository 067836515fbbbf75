import { contract } from '@sheaf/contract';
import { provide, serveFolder, startRclone, startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LeaseLost } from '../../jobs/lease.ts';
import { killableServices } from '../../testing/killable-services.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { syncAccount } from '../../testing/sign-in/consent.ts';
import { withOauthApps } from '../sync/testing/oauth-apps.ts';
import { deliverFile } from '../transfers/index.ts';
import { box, drive, dropbox, onedrive, s3, s3Login, type TestCloud, webdav } from '../transfers/testing/clouds.ts';
import { runWrites } from './run.ts';
import { uploadInto } from './testing/upload-into.ts';

const { documents, sources } = contract;
const rclone = provide('rclone');

/** Makes the clock jump further than a worker trusts its last check of the lease. */
let clockAheadMs = 0;
const realNow = performance.now.bind(performance);

vi.spyOn(performance, 'now').mockImplementation(() => realNow() + clockAheadMs);
afterAll(() => {
  vi.restoreAllMocks();
});
const apps = await withOauthApps(['google', 'dropbox', 'box', 'graph']);
const { app } = apps;
const store = await forThisFile(startS3(s3Login));
const clouds: Record<string, TestCloud> = {
  'Google Drive': drive(apps.google, 'ada'),
  Dropbox: dropbox(apps.dropbox, 'ada'),
  Box: box(apps.box, 'ada'),
  OneDrive: onedrive(apps.graph, 'ada'),
  'a bucket': s3(store, 'mine'),
};
if (rclone) {
  const folder = await forThisFile(serveFolder());
  clouds.WebDAV = webdav(await forThisFile(startRclone(rclone, folder.root)), folder);
}

/**
 * The first worker freezes at its nth call, while another does the waiting work and what is requested after it; then it
 * continues.
 */
describe.each(Object.keys(clouds))('changes of %s that another worker has taken over', (name) => {
  const never = new AbortController().signal;
  let cloud: TestCloud;
  let me: TestPerson;
  let account: string;
  const run = (services = app.services) => runWrites(deliverFile).run({ accountId: account }, services, never);
  const rename = (id: string, to: string) => me.call(documents.change, { params: { id }, body: { name: to } });

  beforeAll(async () => {
    cloud = clouds[name]!;
    me = await person(app);
    await cloud.clear();
    account = await cloud.connect(me);
    await syncAccount(app, me, account);
  });

  /** Returns how many calls the first worker made. */
  async function overtake(frozenAt: number, meanwhile: () => Promise<void>): Promise<number> {
    let calls = 0;
    let others: Promise<void> | undefined;
    const standStill = async (nth: number) => {
      calls = nth;
      if (nth < frozenAt) return;
      others ??= meanwhile().then(() => {
        clockAheadMs += 1_100;
      });
      await others;
    };
    const first = killableServices(app.services, null, standStill, { usualTimeouts: true });
    const outcome = await run(first.services).catch((error) => error);
    await first.end();
    if (calls >= frozenAt) expect(outcome).toBeInstanceOf(LeaseLost);
    return calls;
  }

  async function expectEqual(expected: string[]): Promise<void> {
    const held = (await cloud.list([])).map(({ path }) => path.join('/'));
    expect(held.sort()).toEqual(expected.sort());
    await me.call(sources.syncNow, { params: { id: account } });
    await app.work();
    const { data } = await me.call(documents.list, { query: { account_id: account, per_page: 100 } });
    expect(data.map((document) => document.name).sort()).toEqual(expected);
  }

  it('send each file once, although its name is free again', async () => {
    const expected: string[] = [];
    for (let at = 1; ; at++) {
      const answer = await uploadInto(app, me, { filename: `${at}.txt`, account_id: account }, `upload ${at}`);
      const id = String(answer.headers['upload-document']);
      const calls = await overtake(at, async () => {
        await run();
        await rename(id, `sent ${at}.txt`);
        await run();
      });
      expected.push(calls < at ? `${at}.txt` : `sent ${at}.txt`);
      if (calls < at) break;
    }
    expect(expected.length).toBeGreaterThan(2);
    await expectEqual(expected);
  });

  it('leave a renamed file once, with one of the requested names', async () => {
    await cloud.clear();
    await cloud.write(['0.txt'], Buffer.from('moved'));
    await me.call(sources.syncNow, { params: { id: account } });
    await app.work();
    const { data } = await me.call(documents.list, { query: { account_id: account } });
    const { id } = data[0]!;
    for (let at = 1, calls = at; calls >= at; at++) {
      await rename(id, `${at}.txt`);
      calls = await overtake(at, async () => {
        await run();
        await rename(id, `then ${at}.txt`);
        await run();
      });
      const held = (await cloud.list([])).map(({ path }) => path.join('/'));
      expect([`${at}.txt`, `then ${at}.txt`]).toContain(held.join());
      await expectEqual(held);
    }
  });
});
