import { join } from 'node:path';
import { contract } from '@sheaf/contract';
import { type GoogleSandbox, startGoogle } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskFullMessage } from '../../../platform/blobs/index.ts';
import { person } from '../../../testing/people.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { mountSmallDisk } from '../../../testing/small-disk.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const { sources } = contract;
const disk = mountSmallDisk(16);
const kilobyte = 1024;

describe.skipIf(disk === null)('a full disk', () => {
  let google: GoogleSandbox;
  let app: TestApp;
  beforeAll(async () => {
    google = await startGoogle({ samples: false });
    app = await testApp({ blobs: { kind: 'disk', dir: join(disk!.dir, 'blobs') } }, { 'google-drive': google });
  });
  afterAll(async () => {
    await app.close();
    await google.stop();
  });

  // Small files are collected in memory and stored together, large ones stream to a file each.
  it.each([
    { what: 'small files', person: 'ada' as const, count: 40, size: 20 * kilobyte },
    { what: 'a large file', person: 'bruno' as const, count: 1, size: 4 * 1024 * kilobyte },
  ])('is reported by the account while there is no room for $what', async ({ person: of, count, size }) => {
    for (let n = 0; n < count; n++) google.control.add({ person: of, name: `${n}.bin`, size });
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', of);
    const account = async () => (await me.call(sources.accounts)).data.find((one) => one.id === id)!;
    const syncNow = async () => {
      await me.call(sources.syncNow, { params: { id } });
      await app.work();
    };
    await disk!.fill(100 * kilobyte);
    await syncNow();
    expect(await account()).toMatchObject({ status: 'error', problem: diskFullMessage });
    await disk!.empty();
    await syncNow();
    expect(await account()).toMatchObject({ status: 'connected', problem: null, failed: 0 });
    const { rows } = await app.services.pool.query(
      `select count(*) from documents where account_id = $1 and content = 'stored'`,
      [id],
    );
    expect(Number(rows[0].count)).toBe(count);
  });
});
