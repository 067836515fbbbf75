import { createHash } from 'node:crypto';
import type { S3Options } from '@sheaf/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { bytesOf } from '../../kit/conformance/samples.ts';
import type { FileWrites, Finished, Receipt, Receipts, RemoteId, UploadHandle } from '../../kit/session.ts';
import { createBucket } from '../bucket.ts';
import { copyObject, expectCopy } from '../copy-object.ts';
import { createGateway } from '../protocol/gateway.ts';
import { startWorld } from '../testing/world.ts';

const MiB = 1024 * 1024;
const worlds: Awaited<ReturnType<typeof startWorld>>[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
});

async function start(options: Partial<S3Options> = {}) {
  const world = await startWorld(options);
  worlds.push(world);
  return { ...world, session: world.open() };
}

const to = (name: string, bytes: Uint8Array) => ({ parentId: null, name, size: bytes.length, mimeType: 'text/plain' });

async function send(
  writes: FileWrites,
  name: string,
  bytes: Uint8Array,
  { chunk = bytes.length, receipts }: { chunk?: number; receipts?: Receipts } = {},
): Promise<Finished> {
  let handle: UploadHandle = await writes.begin(to(name, bytes));
  for (let offset = 0; offset === 0 || offset < bytes.length; offset += chunk) {
    const part = bytes.subarray(offset, offset + chunk);
    handle = await writes.put(handle, { offset, bytes: part, last: offset + part.length === bytes.length }, receipts);
  }
  return writes.finish(handle, { size: bytes.length, hashes: {}, open: true }, receipts);
}

describe('an upload', () => {
  it('is one request for a small file, with its type and time', async () => {
    const { session, bucket, faults } = await start();
    const begun = await session.writes!.begin({ ...to('a.txt', bytesOf(10)), modifiedAt: new Date(1_500_000_000_500) });
    const handle = await session.writes!.put(begun, { offset: 0, bytes: bytesOf(10), last: true });
    await session.writes!.finish(handle, { size: 10, hashes: {} });
    expect(faults.count('PUT')).toBe(1);
    expect(faults.count('POST')).toBe(0);
    expect(bucket.get('a.txt')!.headers).toMatchObject({
      'content-type': 'text/plain',
      'x-amz-meta-mtime': '1500000000.5',
    });
  });

  it('is verified by the ETags of its parts, without being read back', async () => {
    const { session, faults } = await start();
    const bytes = bytesOf(12 * MiB);
    const item = await send(session.writes!, 'large.bin', bytes, { chunk: 5 * MiB });
    expect(item).toMatchObject({ size: bytes.length, isReadBack: true, hashes: {} });
    expect(item.revision).toMatch(/-3\.\d+$/);
    expect(faults.count('GET /files/large.bin')).toBe(0);
  });

  it('isn’t reported as verified by a session that didn’t send all of it', async () => {
    const { open } = await start();
    const bytes = bytesOf(12 * MiB);
    const kept: Receipt[] = [];
    const receipts = { keep: async (receipt: Receipt) => void kept.push(receipt), all: async () => kept };
    const begun = await open().writes!.begin(to('large.bin', bytes));
    const handle = await open().writes!.put(
      begun,
      { offset: 0, bytes: bytes.subarray(0, 6 * MiB), last: false },
      receipts,
    );
    const writes = open().writes!;
    await writes.put(handle, { offset: 6 * MiB, bytes: bytes.subarray(6 * MiB), last: true }, receipts);
    const item = await writes.finish(handle, { size: bytes.length, hashes: {}, open: true }, receipts);
    expect(item.isReadBack).toBeUndefined();
    expect(kept.map(({ value }) => value)).toEqual([
      expect.stringMatching(/^\w{32}$/),
      expect.stringMatching(/^\w{32}$/),
    ]);
  });

  it('leaves nothing when it is aborted, even if its process was killed before it learned the upload’s id', async () => {
    const { session, open, bucket } = await start();
    const bytes = bytesOf(12 * MiB);
    const first = { offset: 0, bytes: bytes.subarray(0, 6 * MiB), last: false };
    const handle = await session.writes!.begin(to('large.bin', bytes));
    await session.writes!.put(handle, first);
    expect(bucket.uploads.size).toBe(1);
    // The handle returned for the first piece lacks the id too.
    const resumed = await open().writes!.put(handle, first);
    expect(bucket.uploads.size).toBe(1);
    await open().writes!.abort(handle);
    expect(bucket.uploads.size).toBe(0);
    await expect(open().writes!.received(resumed)).rejects.toMatchObject({ code: 'not_found' });
    await send(session.writes!, 'whole.bin', bytesOf(9 * MiB));
    expect(bucket.uploads.size).toBe(0);
  });

  it('doesn’t touch other uploads to the same key, and works if the store doesn’t list them', async () => {
    const { open, bucket, faults } = await start();
    const bytes = bytesOf(12 * MiB);
    const first = { offset: 0, bytes: bytes.subarray(0, 6 * MiB), last: false };
    await open().writes!.put(await open().writes!.begin(to('large.bin', bytes)), first);
    const [theirs] = bucket.uploads.keys();
    bucket.uploads.get(theirs!)!.initiatedAt.setTime(Date.now() - 60_000);
    await open().writes!.abort(await open().writes!.begin(to('large.bin', bytes)));
    expect([...bucket.uploads.keys()]).toEqual([theirs]);
    faults.add({
      method: 'GET',
      path: '/files',
      times: 2,
      action: { kind: 'status', status: 501, reason: 'NotImplemented' },
    });
    await open().writes!.abort(await open().writes!.begin(to('large.bin', bytes)));
    expect([...bucket.uploads.keys()]).toEqual([theirs]);
  });

  it('reports that the store has dropped its parts', async () => {
    const { session, bucket } = await start();
    const bytes = bytesOf(12 * MiB);
    const begun = await session.writes!.begin(to('large.bin', bytes));
    const handle = await session.writes!.put(begun, { offset: 0, bytes: bytes.subarray(0, 6 * MiB), last: false });
    expect(await session.writes!.received(handle)).toBe(6 * MiB);
    bucket.uploads.clear();
    await expect(session.writes!.received(handle)).rejects.toMatchObject({ code: 'not_found' });
    const rest = { offset: 6 * MiB, bytes: bytes.subarray(6 * MiB), last: true };
    await expect(session.writes!.put(handle, rest)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['of one request', 1000, { method: 'PUT', path: '/files/lost.bin' }],
    ['in parts', 9 * MiB, { method: 'POST', path: '/files/lost.bin', nth: 2 }],
  ])('%s whose last answer is lost has arrived', async (_, size, call) => {
    const { session, bucket, faults } = await start();
    const bytes = bytesOf(size);
    faults.add({ ...call, action: { kind: 'cut', afterBytes: 0 } });
    const item = await send(session.writes!, 'lost.bin', bytes, { chunk: Math.min(size, 5 * MiB) });
    expect(item).toMatchObject({ id: 'lost.bin', size });
    expect(bucket.get('lost.bin')!.bytes.equals(bytes)).toBe(true);
  });

  it.each(['refused', 'ignored'] as const)('replaces nothing if conditions are %s', async (conditions) => {
    const { session, bucket } = await start({ quirks: { conditions } });
    const bytes = bytesOf(12 * MiB);
    const begun = await session.writes!.begin(to('taken.bin', bytes));
    const handle = await session.writes!.put(begun, { offset: 0, bytes: bytes.subarray(0, 6 * MiB), last: false });
    await session.writes!.put(handle, { offset: 6 * MiB, bytes: bytes.subarray(6 * MiB), last: true });
    bucket.write('taken.bin', Buffer.from('theirs'));
    const finishing = session.writes!.finish(handle, { size: bytes.length, hashes: {} });
    await expect(finishing).rejects.toMatchObject({ code: 'conflict' });
    await expect(session.writes!.begin(to('taken.bin', bytesOf(1)))).rejects.toMatchObject({ code: 'conflict' });
    expect(bucket.get('taken.bin')!.bytes.toString()).toBe('theirs');
    expect(bucket.uploads.size).toBe(0);
  });

  it('replaces nothing that appears at the last moment, if the store supports conditions', async () => {
    const { session, bucket } = await start();
    const handle = await session.writes!.begin(to('taken.txt', bytesOf(5)));
    const put = await session.writes!.put(handle, { offset: 0, bytes: bytesOf(5), last: true });
    bucket.write('taken.txt', Buffer.from('theirs'));
    await expect(session.writes!.finish(put, { size: 5, hashes: {} })).rejects.toMatchObject({ code: 'conflict' });
    expect(bucket.get('taken.txt')!.bytes.toString()).toBe('theirs');
  });
});

describe('hashes', () => {
  it('differ from the ETags of files encrypted with the customer’s own key', async () => {
    const { session, bucket } = await start({ quirks: { encryption: 'aws:kms' } });
    bucket.write('file.txt', Buffer.from('secret'));
    const items = [
      await send(session.writes!, 'small.txt', bytesOf(10)),
      await send(session.writes!, 'large.bin', bytesOf(9 * MiB), { chunk: 5 * MiB }),
      await session.files!.stat('file.txt' as RemoteId),
      ...(await session.files!.browse(null, null)).items,
    ];
    expect(items.map(({ hashes }) => hashes)).toEqual(items.map(() => ({})));
    expect(items.slice(0, 2).map(({ isReadBack }: Finished) => isReadBack)).toEqual([undefined, undefined]);
    const { body, hashes } = await session.files!.download('file.txt' as RemoteId);
    body.destroy();
    expect(hashes).toEqual({});
  });

  it('are reported for files uploaded with them, if they cover all bytes', async () => {
    const { session, bucket } = await start();
    const bytes = Buffer.from('hello');
    const digest = createHash('sha256').update(bytes).digest();
    bucket.write('file.txt', bytes, {
      'x-amz-checksum-sha256': digest.toString('base64'),
      'x-amz-checksum-crc32c': 'mnG7TA==',
    });
    bucket.write('parts.bin', bytes, { 'x-amz-checksum-sha256': `${digest.toString('base64')}-2` });
    expect((await session.files!.stat('file.txt' as RemoteId)).hashes).toEqual({
      md5: '5d41402abc4b2a76b9719d911017c592',
      sha256: digest.toString('hex'),
      crc32c: '9a71bb4c',
    });
    expect((await session.files!.stat('parts.bin' as RemoteId)).hashes.sha256).toBeUndefined();
  });
});

it('recognizes a small file with the customer’s own keys whose answer was lost', async () => {
  const { session, bucket, faults } = await start({ quirks: { encryption: 'aws:kms' } });
  faults.add({ method: 'PUT', action: { kind: 'cut', afterBytes: 0 } });
  const item = await send(session.writes!, 'a.txt', bytesOf(10));
  expect(item.size).toBe(10);
  expect(faults.count('PUT')).toBe(2);
  expect([...bucket.keys()]).toEqual(['a.txt']);
});

describe('a copy at the store', () => {
  it('is made in parts, with its type, if the file is too large for one request', async () => {
    const { account, bucket, faults } = await start();
    const bytes = Buffer.from(bytesOf(12 * MiB));
    bucket.write('from & to.bin', bytes, { 'content-type': 'image/x-test' });
    const mine = createBucket(createGateway(account), '');
    await copyObject(mine, 'from & to.bin', 'copy.bin', undefined, { whole: 6 * MiB, part: 5 * MiB });
    expect(bucket.get('copy.bin')!.bytes.equals(bytes)).toBe(true);
    expect(bucket.get('copy.bin')!.headers['content-type']).toBe('image/x-test');
    expect(faults.count('PUT')).toBe(3);
    expect(bucket.uploads.size).toBe(0);
  });

  it('is made at once for a large file if the store can’t copy parts', async () => {
    const { account, bucket } = await start({ quirks: { partCopies: 'refused' } });
    const bytes = Buffer.from(bytesOf(12 * MiB));
    bucket.write('from.bin', bytes);
    const mine = createBucket(createGateway(account), '');
    await copyObject(mine, 'from.bin', 'copy.bin', undefined, { whole: 6 * MiB, part: 5 * MiB });
    expect(bucket.get('copy.bin')!.bytes.equals(bytes)).toBe(true);
    expect(bucket.uploads.size).toBe(0);
    expect(account.remembered).toEqual({ lacks: 'part-copy' });
  });

  it('leaves no parts behind if it fails', async () => {
    const { account, bucket, faults } = await start();
    bucket.write('from.bin', bytesOf(12 * MiB));
    faults.add({ method: 'PUT', nth: 2, action: { kind: 'status', status: 403, reason: 'AccessDenied' } });
    const mine = createBucket(createGateway(account), '');
    const copying = copyObject(mine, 'from.bin', 'copy.bin', undefined, { whole: 6 * MiB, part: 5 * MiB });
    await expect(copying).rejects.toMatchObject({ code: 'forbidden' });
    expect([...bucket.keys()]).toEqual(['from.bin']);
    expect(bucket.uploads.size).toBe(0);
  });

  it('is removed if it differs, and a moved original then stays', async () => {
    const { account, bucket } = await start();
    bucket.write('other.txt', Buffer.from('other'));
    const mine = createBucket(createGateway(account), '');
    const md5 = createHash('md5').update('wrong').digest('hex');
    const expected = { size: 5, etag: md5, modifiedAt: null, hashes: { md5 } };
    await expect(expectCopy(mine, expected, 'other.txt')).rejects.toMatchObject({ code: 'corrupt' });
    expect(bucket.get('other.txt')).toBeUndefined();
  });

  it('leaves nothing of a folder behind if it fails, and keeps the original', async () => {
    const { session, bucket, faults } = await start();
    for (let at = 0; at < 40; at++) bucket.write(`folder/${at}`, bytesOf(at));
    faults.add({ method: 'PUT', nth: 30, action: { kind: 'status', status: 403, reason: 'AccessDenied' } });
    const moving = session.writes!.move!('folder/' as RemoteId, { name: 'moved' });
    await expect(moving).rejects.toMatchObject({ code: 'forbidden' });
    expect(bucket.keys().filter((key) => key.startsWith('folder/')).length).toBe(40);
    expect(bucket.keys().length).toBe(40);
  });

  it('is refused for a folder into itself', async () => {
    const { session, bucket } = await start();
    bucket.write('a/b/c', bytesOf(1));
    const moving = session.writes!.move!('a/' as RemoteId, { parentId: 'a/b/' as RemoteId });
    await expect(moving).rejects.toMatchObject({ code: 'conflict' });
  });
});
