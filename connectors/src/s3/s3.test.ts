import { s3Vendors } from '@sheaf/sandbox';
import { expect, it } from 'vitest';
import { describeConnector } from '../kit/conformance/index.ts';
import type { RemoteId } from '../kit/session.ts';
import { s3 } from './index.ts';
import { startWorld } from './testing/world.ts';

const keepsModifiedAt = false;

describeConnector('a bucket', s3, async () => ({ ...(await startWorld()), keepsModifiedAt }));

describeConnector('a part of a bucket, at a store without conditional writes, with small pages', s3, async () => ({
  ...(await startWorld(
    { quirks: { conditions: 'refused', deleteConditions: 'refused', pageSize: 7 } },
    { prefix: 'team/files' },
  )),
  keepsModifiedAt,
  deletesBlindly: true,
}));

it('records the features that a store lacks, so that they aren’t tried again', async () => {
  const world = await startWorld({ quirks: s3Vendors['Backblaze B2'] });
  world.bucket.write('a.txt', Buffer.from('a'));
  expect(await world.open().files!.stat('a.txt' as RemoteId)).toMatchObject({ size: 1 });
  expect(world.account.remembered).toEqual({ lacks: 'checksum-mode' });
  const before = world.faults.count();
  await world.open().files!.stat('a.txt' as RemoteId);
  expect(world.faults.count()).toBe(before + 1);
  await world.stop();
});

it('reports no hash of files with the customer’s own keys, even if older files have hashes', async () => {
  const world = await startWorld();
  world.bucket.write('a.txt', Buffer.from('old'));
  world.bucket.quirks.encryption = 'aws:kms';
  world.bucket.write('b.txt', Buffer.from('new'));
  world.bucket.get('a.txt')!.modifiedAt = new Date('2020-01-01');
  const { items } = await world.open().files!.browse(null, null);
  expect(items.map(({ hashes }) => hashes)).toEqual([{}, {}]);
  await world.stop();
});
