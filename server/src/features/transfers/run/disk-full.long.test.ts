import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { contract } from '@sheaf/contract';
import { type GoogleSandbox, startGoogle } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskFullMessage } from '../../../platform/blobs/index.ts';
import { person } from '../../../testing/people.ts';
import { mountSmallDisk } from '../../../testing/small-disk.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { drive, myFiles } from '../testing/clouds.ts';
import { sync, transferAll, workUntilSettled } from '../testing/driver.ts';

const { transfers } = contract;
const disk = mountSmallDisk(64);
const megabyte = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

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

  // Files sent in one part wait in memory, larger ones grow in a file.
  it.each([
    { what: 'small', size: megabyte / 2, free: megabyte / 8 },
    { what: 'large', size: 20 * megabyte, free: 12 * megabyte },
  ])(
    'is reported by a transfer of a $what file into My files, which arrives once there is room',
    async ({ size, free }) => {
      const [from, to] = [drive(google, 'ada'), myFiles(app)];
      await from.clear();
      const bytes = Buffer.alloc(size, 'Sheaf');
      await from.write(['file.bin'], bytes);
      const me = await person(app);
      const accounts = { from_account_id: await from.connect(me), to_account_id: await to.connect(me) };
      await disk!.fill(free);
      // The list is there, the bytes are not.
      await sync(app, me, accounts.from_account_id);
      const failed = await transferAll(app, me, accounts);
      expect(failed).toMatchObject({ status: 'failed', problem: diskFullMessage, bytes: 0, processed: 0 });
      await disk!.empty();
      await me.call(transfers.retry, { params: { id: failed.id } });
      expect(await workUntilSettled(app, me, failed.id)).toMatchObject({ status: 'completed', failed: 0, bytes: size });
      expect(await to.list([])).toMatchObject([{ path: ['file.bin'], sha256: sha256(bytes) }]);
    },
  );
});
