import { startS3 } from '@sheaf/sandbox';
import { expect, it } from 'vitest';
import { openBlobStore, parseBlobLocation } from '../index.ts';

const keys = Array.from({ length: 30 }, (_, n) => `swept/${n}`);

async function callsToDelete(quirks?: { deletesMany: 'refused' }) {
  const s3 = await startS3({ bucket: 'blobs', accessKeyId: 'blobs', secretAccessKey: 'secret', quirks });
  const store = await openBlobStore(
    parseBlobLocation(`s3://blobs:secret@blobs?endpoint=${encodeURIComponent(s3.url)}`),
  );
  try {
    await store.putAll(keys.map((key) => ({ key, bytes: Buffer.from('x') })));
    const before = s3.faults.count();
    await store.deleteAll(keys);
    return { left: s3.bucket.keys(), calls: s3.faults.count() - before };
  } finally {
    await store.close();
    await s3.stop();
  }
}

it('deletes many objects with one request', async () => {
  expect(await callsToDelete()).toEqual({ left: [], calls: 1 });
});

it('deletes objects one by one at services that can’t delete many at once', async () => {
  expect(await callsToDelete({ deletesMany: 'refused' })).toEqual({ left: [], calls: 1 + keys.length });
});
