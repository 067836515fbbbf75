import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '@sheaf/contract';
import { provide, serveFolder, startGoogle, startRclone, type WebdavServer } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { startWorkerProcess } from '../../../testing/processes/worker-process.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';
import { folderCloud } from '../testing/folder-cloud.ts';

/** A real worker stays under 300 MB, whatever the size of account or file. SYNC_HUGE=1 also fetches five gigabytes. */

const { sources } = contract;
const [MiB, GiB] = [1024 ** 2, 1024 ** 3];
const max = 300;
const rclone = provide('rclone');

/** A worker has plans only with billing; no one here pays anything. */
const withLimits = {
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
};

let server: WebdavServer;
const google = await forThisFile(startGoogle({ samples: false }));
const folder = await forThisFile(serveFolder());
if (rclone) server = await startRclone(rclone, folder.root);
const app = await forThisFile(testApp({ privateNetworks: ['127.0.0.0/8'] }, { 'google-drive': google }));
const worker = await forThisFile(
  startWorkerProcess(app, { 'google-drive': google }, { SHEAF_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', ...withLimits }),
);
afterAll(() => server?.stop());

async function synced(who: TestPerson, id: string, seconds: number): Promise<void> {
  const params = { id: (await who.call(sources.syncNow, { params: { id } })).data.batch_id };
  const status = async () => (await who.call(sources.batchStatus, { params })).data.status;
  await expect.poll(status, { timeout: seconds * 1000, interval: 200 }).toBe('completed');
}

/** A sparse file, which needs no disk at the source. */
async function sparse(name: string, size: number): Promise<void> {
  await writeFile(join(folder.root, name), '');
  await truncate(join(folder.root, name), size);
}

const documents = async (id: string) =>
  app.services.db
    .selectFrom('documents')
    .select(['name', 'size', 'stored_size', 'content'])
    .where('account_id', '=', id)
    .where('kind', '=', 'file')
    .orderBy('name')
    .execute();

it('fits 10,000 files in one folder', async () => {
  google.control.addMany({ person: 'ada', count: 10_000, perFolder: 10_000 });
  const me = await person(app);
  const { id } = await connectAccount(me, 'google-drive', 'ada');
  await synced(me, id, 500);
  const all = await documents(id);
  expect(all.length).toBe(10_000);
  expect(all.every(({ content }) => content === 'stored')).toBe(true);
  expect(worker.peakMemory()).toBeLessThan(max);
}, 600_000);

describe.skipIf(rclone === null)('large files', () => {
  it('fit together, one of them beyond the room of the plan', async () => {
    const me = await person(app);
    const sizes = { a: 128 * MiB, b: 129 * MiB, c: 130 * MiB, huge: 5 * GiB + 1 };
    for (const [name, size] of Object.entries(sizes)) await sparse(name, size);
    const id = await folderCloud(server, folder).connect(me);
    await synced(me, id, 240);
    expect(await documents(id)).toEqual(
      Object.entries(sizes).map(([name, size]) =>
        name === 'huge'
          ? { name, size, stored_size: null, content: 'pending' }
          : { name, size, stored_size: size, content: 'stored' },
      ),
    );
    expect(worker.peakMemory()).toBeLessThan(max);
  }, 300_000);

  it.runIf(process.env.SYNC_HUGE)(
    'fit with five gigabytes',
    async () => {
      const me = await person(app);
      await app.services.pool.query(`update organizations set plan = 'business' where id = $1`, [me.organizationId]);
      await sparse('huge', 5 * GiB + 1);
      const id = await folderCloud(server, folder).connect(me);
      await synced(me, id, 900);
      expect((await documents(id)).every(({ size, stored_size }) => size === stored_size)).toBe(true);
      expect(worker.peakMemory()).toBeLessThan(max);
    },
    960_000,
  );
});
