import { createHash, randomBytes } from 'node:crypto';
import { type BoxSandbox, startBox } from '@sheaf/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session, UploadHandle } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { box } from './index.ts';

const person = 'ada';
const MIB = 1024 * 1024;
const CHUNK = 8 * MIB;
const SESSIONS = '/upload/api/2.0/files/upload_sessions';
/** A file of three parts of 8 MiB or less; Box accepts parts only from 20 MB on. */
const bytes = randomBytes(20 * MIB + 1000);
const sha1 = createHash('sha1').update(bytes).digest('hex');
let sandbox: BoxSandbox;
let account: ReturnType<typeof testAccount>;
let session: Session;
let names = 0;
let name: string;

const code = (wanted: string) => expect.objectContaining({ name: 'ConnectorError', code: wanted });
const held = () => sandbox.control.list({ person, path: '' }).filter(({ path }) => path === name);
const isArrived = () => Buffer.from(sandbox.control.read({ person, path: name }), 'base64').equals(bytes);

function opened(partSize: number) {
  beforeAll(async () => {
    sandbox = await startBox({ samples: false, partSize, pageSize: 2 });
  });
  beforeEach(() => {
    name = `sent ${++names}.bin`;
    account = testAccount({
      urls: sandbox.urls,
      token: () => sandbox.control.authorize({ person }).accessToken,
    });
    session = box.open(account);
  });
  afterEach(async () => {
    sandbox.control.clearFaults();
    await session[Symbol.asyncDispose]();
    await account.close();
  });
  afterAll(() => sandbox.stop());
}

const begin = (size = bytes.length) =>
  session.writes!.begin({ parentId: null, name, size, mimeType: 'application/octet-stream' });
async function put(begun: UploadHandle, { from = 0, to = bytes.length, chunk = CHUNK, of = bytes } = {}) {
  let handle = begun;
  for (let offset = from; offset < to; offset += chunk) {
    const end = Math.min(offset + chunk, to);
    const piece = of.subarray(offset, end);
    handle = await session.writes!.put(handle, { offset, bytes: piece, last: end === of.length });
  }
  return handle;
}
const finish = (handle: UploadHandle, hashes = {}) => session.writes!.finish(handle, { size: bytes.length, hashes });

describe('a large file', () => {
  opened(CHUNK);

  it.each([
    ['a part is refused', SESSIONS, 'PUT', { kind: 'status', status: 503 }],
    ['the answer to a part is lost', SESSIONS, 'PUT', { kind: 'cut', afterBytes: 0 }],
    ['the answer to the commit is lost', `${SESSIONS}/*/commit`, 'POST', { kind: 'cut', afterBytes: 0 }],
    ['a commit finds Box busy', `${SESSIONS}/*/commit`, 'POST', { kind: 'status', status: 202, retryAfter: 0 }],
  ] as const)('arrives once, though %s', async (_, path, method, action) => {
    // Box always answers the first commit with 202.
    sandbox.control.fail({ method, path, nth: 2, action });
    const item = await finish(await put(await begin()));
    expect(item).toMatchObject({ name, size: bytes.length, hashes: { sha1 } });
    expect(held()).toHaveLength(1);
    expect(isArrived()).toBe(true);
  });

  it('has a small handle however many parts there are, and resumes after a restart', async () => {
    const handle = await put(await begin(), { to: 2 * CHUNK });
    expect(handle.length).toBeLessThan(1000);
    session = box.open(account);
    expect(await session.writes!.received(handle)).toBe(2 * CHUNK);
    sandbox.control.clearCalls();
    const item = await finish(await put(handle, { from: 2 * CHUNK }), { sha1 });
    expect(sandbox.control.calls({ prefix: `PUT ${SESSIONS}` })).toBe(1);
    expect(item.hashes).toEqual({ sha1 });
    expect(isArrived()).toBe(true);
  });

  it('is sent again if its hash is unknown after a restart', async () => {
    const handle = await put(await begin(), { to: 2 * CHUNK });
    session = box.open(account);
    await expect(finish(await put(handle, { from: 2 * CHUNK }))).rejects.toEqual(code('corrupt'));
    await expect(session.writes!.received(handle)).rejects.toEqual(code('not_found'));
    expect(held()).toEqual([]);
  });

  it('leaves nothing behind if it has unexpected contents', async () => {
    const handle = await put(await begin());
    await expect(finish(handle, { sha1: 'f'.repeat(40) })).rejects.toEqual(code('corrupt'));
    const gap = await put(await begin(), { to: CHUNK });
    await expect(finish(gap, { sha1 })).rejects.toEqual(code('corrupt'));
    expect(held()).toEqual([]);
  });

  it('is refused before anything is sent if its name is taken or the account is full', async () => {
    sandbox.control.write({ person, path: name, text: 'theirs' });
    await expect(begin()).rejects.toEqual(code('conflict'));
    name = 'too large.bin';
    sandbox.control.setLimit({ person, bytes: 1_000_000 });
    await expect(begin()).rejects.toEqual(code('quota_full'));
    sandbox.control.setLimit({ person, bytes: 10 * 1024 ** 3 });
  });

  it('replaces nothing if its name was taken meanwhile', async () => {
    const handle = await put(await begin());
    sandbox.control.write({ person, path: name, text: 'theirs' });
    await expect(finish(handle)).rejects.toEqual(code('conflict'));
    await session.writes!.abort(handle);
    expect(held()).toMatchObject([{ size: 6 }]);
  });

  it('starts again if its upload session has expired', async () => {
    const handle = await put(await begin(), { to: CHUNK });
    sandbox.control.expireUploads();
    await expect(session.writes!.received(handle)).rejects.toEqual(code('not_found'));
    await session.writes!.abort(handle);
  });
});

describe.each([3 * MIB, 12 * MIB])('parts of %i bytes that differ from the chunks', (partSize) => {
  opened(partSize);

  it.each([CHUNK, 5 * MIB])('are assembled from chunks of %i bytes', async (chunk) => {
    const item = await finish(await put(await begin(), { chunk }));
    expect(item.hashes).toEqual({ sha1 });
    expect(isArrived()).toBe(true);
  });

  it('resume after the last complete part', async () => {
    const handle = await put(await begin(), { to: 2 * CHUNK });
    session = box.open(account);
    const received = await session.writes!.received(handle);
    expect(received).toBe(Math.floor((2 * CHUNK) / partSize) * partSize);
    await finish(await put(handle, { from: received }), { sha1 });
    expect(isArrived()).toBe(true);
  });
});

describe('a file too small for parts', () => {
  opened(CHUNK);
  const small = bytes.subarray(0, 12 * MIB);

  it('is one request even if it has several chunks', async () => {
    sandbox.control.clearCalls();
    const handle = await put(await begin(small.length), { to: small.length, of: small });
    const item = await session.writes!.finish(handle, { size: small.length, hashes: {} });
    expect(item).toMatchObject({ name, size: small.length });
    expect(sandbox.control.calls({ prefix: 'POST /upload' })).toBe(1);
  });

  it('starts again after a restart and after a broken connection', async () => {
    const handle = await put(await begin(small.length), { to: CHUNK, of: small });
    expect(await session.writes!.received(handle)).toBe(CHUNK);
    await session[Symbol.asyncDispose]();
    session = box.open(account);
    expect(await session.writes!.received(handle)).toBe(0);
    sandbox.control.fail({ path: '/upload/api/2.0/files/content', action: { kind: 'status', status: 503 } });
    await expect(put(handle, { to: small.length, of: small })).rejects.toEqual(code('unavailable'));
    expect(await session.writes!.received(handle)).toBe(0);
    await session.writes!.finish(await put(handle, { to: small.length, of: small }), {
      size: small.length,
      hashes: {},
    });
    expect(held()).toMatchObject([{ size: small.length }]);
  });

  it('is neither accepted nor deleted if somebody has edited it since', async () => {
    const handle = await put(await begin(1000), { to: 1000, of: bytes.subarray(0, 1000) });
    sandbox.control.write({ person, path: name, text: 'theirs' });
    await expect(session.writes!.finish(handle, { size: 1000, hashes: {} })).rejects.toEqual(code('conflict'));
    await session.writes!.abort(handle);
    expect(held()).toMatchObject([{ size: 6 }]);
  });

  it('is removed when it is aborted, even after its last chunk', async () => {
    const open = await put(await begin(small.length), { to: CHUNK, of: small });
    await session.writes!.abort(open);
    const whole = await put(await begin(small.length), { to: small.length, of: small });
    await session.writes!.abort(whole);
    await session.writes!.abort(whole);
    expect(held()).toEqual([]);
  });
});
