import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3 } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountSmallDisk } from '../../../testing/small-disk.ts';
import { newId } from '../../uuid.ts';
import type { BlobStore } from '../blob-store.ts';
import { isDiskFull, openBlobStore, parseBlobLocation } from '../index.ts';
import { BytesLost, type GrowingBlob } from './growing-blobs.ts';
import { multipartOf } from './s3-multipart.ts';

const MiB = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const keyOf = (hash: Buffer) => `content/${hash.toString('hex')}`;

interface Place {
  open(): Promise<BlobStore>;
  /** Lists everything stored for incomplete blobs. */
  remains(): Promise<string[]>;
  stop(): Promise<void>;
}

async function folder(): Promise<Place> {
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-growing-'));
  return {
    open: () => openBlobStore({ kind: 'disk', dir }),
    remains: () => readdir(join(dir, '+incoming')),
    stop: () => rm(dir, { recursive: true, force: true }),
  };
}

async function bucket(): Promise<Place> {
  const s3 = await startS3({ bucket: 'blobs', accessKeyId: 'blobs', secretAccessKey: 'secret' });
  const location = parseBlobLocation(`s3://blobs:secret@blobs/one?endpoint=${encodeURIComponent(s3.url)}`);
  return {
    open: () => openBlobStore(location),
    remains: async () => [
      ...s3.bucket.keys().filter((key) => key.startsWith('one/uploads/')),
      ...[...s3.bucket.uploads.values()].map(({ key }) => `parts of ${key}`),
    ],
    stop: s3.stop,
  };
}

describe.each([
  ['in a folder', folder],
  ['in S3', bucket],
])('blobs that grow %s', (_, start) => {
  let place: Place;
  let stores: BlobStore[];
  beforeAll(async () => {
    place = await start();
    stores = [await place.open(), await place.open()];
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await place.stop();
  });

  const begin = async (size: number): Promise<GrowingBlob> => {
    const blob = { id: newId(), size, received: 0, pieces: null, epoch: 0 };
    await stores[0]!.growing.begin(blob.id);
    return blob;
  };
  /** Does what a request does: sends chunks as a socket brings them, and records what has become durable. */
  const add = async (store: BlobStore, blob: GrowingBlob, bytes: Buffer) => {
    const appender = await store.growing.append(blob);
    const record = async (certain: { received: number; pieces: GrowingBlob['pieces'] }) => {
      // As a database column would keep it.
      Object.assign(blob, structuredClone(certain));
      await appender.recorded();
    };
    for (let at = 0; at < bytes.length; at += 65_536)
      if (await appender.write(bytes.subarray(at, at + 65_536))) await record(await appender.certain());
    await record(await appender.settle());
    await appender.close();
  };
  const stored = async (store: BlobStore, content: Buffer) => {
    const found = await store.get(keyOf(sha256(content)));
    return found && Buffer.concat(await found.body.toArray());
  };

  it('take pieces in turns from two processes, of whatever size, and leave nothing behind', async () => {
    const content = randomBytes(20 * MiB + 7);
    const blob = await begin(content.length);
    for (const [n, end] of [1000, 3 * MiB, 11 * MiB, 11 * MiB + 1, 19 * MiB, content.length].entries())
      await add(stores[n % 2]!, blob, content.subarray(blob.received, end));
    expect(blob.received).toBe(content.length);
    const [first, second] = stores as [BlobStore, BlobStore];
    // The process may be killed after finishing; another one does the same again.
    for (const store of stores)
      expect(await store.growing.store(blob, { keyOf })).toEqual({ sha256: sha256(content), size: content.length });
    await second.growing.remove(blob, { unclean: false });
    expect((await stored(first, content))?.equals(content)).toBe(true);
    expect(await place.remains()).toEqual([]);
    await expect(first.growing.store(blob, { keyOf })).rejects.toThrow(BytesLost);
  });

  it('are not changed by a process that was replaced and wakes up', async () => {
    const [first, second] = stores as [BlobStore, BlobStore];
    const content = randomBytes(18 * MiB);
    const other = Buffer.alloc(18 * MiB, 'other');
    const blob = await begin(content.length);
    await add(first, blob, content.subarray(0, 9 * MiB));
    const frozen = await first.growing.append({ ...blob });
    await frozen.write(other.subarray(9 * MiB, 15 * MiB));
    blob.epoch += 1;
    await add(second, blob, content.subarray(9 * MiB, 17 * MiB));
    // In a bucket this completes a part, which is sent now.
    await frozen.write(other.subarray(15 * MiB, 17 * MiB));
    await frozen.settle();
    await frozen.close();
    await add(first, blob, content.subarray(17 * MiB));
    expect(await second.growing.store(blob, { keyOf })).toMatchObject({ sha256: sha256(content) });
    await second.growing.remove(blob, { unclean: true });
    expect(await place.remains()).toEqual([]);
  });

  it('that nothing refers to are found by their age', async () => {
    const blob = await begin(20 * MiB);
    await add(stores[0]!, blob, randomBytes(9 * MiB));
    const found = async (before: number) => {
      const all = [];
      for await (const one of stores[1]!.growing.leftovers(new Date(before))) all.push(one);
      return all;
    };
    expect(await found(Date.now() - 60_000)).toEqual([]);
    const leftovers = await found(Date.now() + 60_000);
    expect(new Set(leftovers.map(({ id }) => id))).toEqual(new Set([blob.id]));
    for (const { remove } of leftovers) await remove();
    expect(await place.remains()).toEqual([]);
    await expect(stores[1]!.growing.append(blob).then(({ close }) => close())).rejects.toThrow(BytesLost);
  });
});

const disk = mountSmallDisk(16);

it.skipIf(!disk)('on a full disk keep what came, and continue when there is room again', async () => {
  const store = await openBlobStore({ kind: 'disk', dir: disk!.dir });
  const content = randomBytes(4 * MiB);
  const blob: GrowingBlob = { id: newId(), size: content.length, received: 0, pieces: null, epoch: 0 };
  await store.growing.begin(blob.id);
  const append = async () => {
    const appender = await store.growing.append(blob);
    try {
      for (let at = blob.received; at < content.length; at += 65_536)
        await appender.write(content.subarray(at, at + 65_536));
    } finally {
      Object.assign(blob, await appender.settle());
      await appender.close();
    }
  };
  await disk!.fill(2 * MiB);
  await expect(append()).rejects.toSatisfy(isDiskFull);
  expect(blob.received).toBeLessThan(content.length);
  await disk!.empty();
  await append();
  expect(await store.growing.store(blob, { keyOf })).toMatchObject({ sha256: sha256(content) });
  await store.close();
});

it('copies within a bucket part by part what is too large for one call', async () => {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const keys = { accessKeyId: 'blobs', secretAccessKey: 'secret' };
  const s3 = await startS3({ bucket: 'blobs', ...keys });
  const client = new S3Client({ endpoint: s3.url, region: 'us-east-1', forcePathStyle: true, credentials: keys });
  const content = randomBytes(11 * MiB);
  s3.bucket.write('a prefix/whole', content);
  await multipartOf(client, 'blobs').copy('a prefix/whole', 'copy', content.length, 6 * MiB, 5 * MiB);
  expect(s3.bucket.get('copy')?.bytes.equals(content)).toBe(true);
  expect(s3.bucket.uploads.size).toBe(0);
  client.destroy();
  await s3.stop();
});
