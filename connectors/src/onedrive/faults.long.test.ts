import { startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorError } from '../kit/errors.ts';
import type { Checkpoint, RemoteId, Scope, Session, UploadHandle } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { onedrive } from './index.ts';

const person = 'bruno';
const DRIVES = '/v1.0/drives/';
const DELTA = '/v1.0/drives/*/root/delta';
const GRAIN = 320 * 1024;
const { signal } = new AbortController();
let account: ReturnType<typeof testAccount>;
let session: Session;
const idOf = (id: string) => `${graph.state.ownDrive(person).id}/${id}` as RemoteId;
const graph = await forThisFile(startGraph({ samples: false, pageSize: 200 }));
for (const { followers } of graph.state.sites) followers.delete(person);
const many = idOf(graph.control.addMany({ person, count: 1000, perFolder: 250 }));
beforeEach(() => {
  account = testAccount({ urls: graph.urls, token: () => graph.control.authorize({ person }).accessToken });
  session = onedrive.open(account);
});
afterEach(async () => {
  graph.control.clearFaults();
  graph.control.setRate({ scope: 'user', rate: null });
  graph.control.setRate({ scope: 'app', rate: null });
  await account.close();
});

const ALL = 1005;
async function listed(scope: Scope, from: Checkpoint | null = null): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { items } of session.files!.enumerate(scope, { from, signal }))
    for (const { id } of items) ids.add(id);
  return ids;
}
const code = (name: string) => expect.objectContaining({ name: 'ConnectorError', code: name });

describe('a listing', () => {
  it('continues after Graph has dropped its position', async () => {
    const ids = new Set<string>();
    let last: Checkpoint | null = null;
    for await (const { items, checkpoint } of session.files!.enumerate({ mode: 'all' }, { from: null, signal })) {
      last = checkpoint;
      for (const { id } of items) ids.add(id);
      if (ids.size > 300) break;
    }
    graph.control.expireDelta();
    for (const id of await listed({ mode: 'all' }, last)) ids.add(id);
    expect(ids.size).toBeGreaterThanOrEqual(ALL);
  });

  it('ends promptly when the caller aborts a call that never returns', async () => {
    graph.control.fail({ path: DELTA, nth: 2, action: { kind: 'hang' } });
    const gone = new AbortController();
    const listing = session.files!.enumerate({ mode: 'all' }, { from: null, signal: gone.signal });
    const batches = listing[Symbol.asyncIterator]();
    await batches.next();
    const next = batches.next();
    gone.abort();
    await expect(next).rejects.toThrow('aborted');
  });
});

describe('the caller', () => {
  it.each([
    ['app', 'app'],
    ['user', 'account'],
  ] as const)('whose limit it is: of the %s', async (scope, limit) => {
    // The limit exceeds any call’s maximum wait, so the call fails at once.
    graph.control.setRate({ scope, rate: { max: 1, seconds: 3600 } });
    await session.identity();
    const error = await session.identity().catch((thrown: unknown) => thrown as ConnectorError);
    expect(error).toMatchObject({ code: 'rate_limited', detail: { limit } });
    expect((error as ConnectorError).detail.retryAfterMs).toBeGreaterThan(3_000_000);
  });

  it('learns that access to something is lost, which isn’t a limit', async () => {
    graph.control.fail({ path: DRIVES, times: 9, action: { kind: 'status', status: 403, reason: 'accessDenied' } });
    await expect(session.files!.stat(many)).rejects.toEqual(code('forbidden'));
  });
});

describe('a download', () => {
  it('requests another address if the first has expired', async () => {
    const id = idOf(graph.control.write({ person, path: 'short-lived.txt', text: 'still here' }));
    graph.control.fail({ path: '/download/', action: { kind: 'status', status: 404 } });
    const { body } = await session.files!.download(id);
    expect(Buffer.concat(await body.toArray()).toString()).toBe('still here');
  });
});

describe('an upload', () => {
  const bytes = Buffer.alloc(GRAIN * 2 + 100, 'sheaf');
  const begin = (name: string, size = bytes.length) =>
    session.writes!.begin({ parentId: null, name, size, mimeType: 'application/octet-stream' });
  const put = async (handle: UploadHandle) => {
    let at = handle;
    for (let offset = 0; offset < bytes.length; offset += GRAIN) {
      const chunk = bytes.subarray(offset, offset + GRAIN);
      at = await session.writes!.put(at, { offset, bytes: chunk, last: offset + GRAIN >= bytes.length });
    }
    return at;
  };
  const named = (name: string) => graph.control.list({ person, path: '' }).filter(({ path }) => path === `/${name}`);

  it.each([
    ['a fragment is refused', 1, { kind: 'status', status: 503 }],
    ['the answer to a fragment is lost', 2, { kind: 'cut', afterBytes: 0 }],
    ['the answer to the last fragment is lost', 3, { kind: 'cut', afterBytes: 0 }],
  ] as const)('arrives once, though %s', async (_, nth, action) => {
    graph.control.fail({ method: 'PUT', nth, action });
    const name = `sent ${nth}.bin`;
    const item = await session.writes!.finish(await put(await begin(name)), { size: bytes.length, hashes: {} });
    expect(item).toMatchObject({ name, size: bytes.length });
    expect(named(name)).toHaveLength(1);
  });

  it('arrives once in one request even if the answer is lost', async () => {
    graph.control.fail({ method: 'PUT', action: { kind: 'cut', afterBytes: 0 } });
    const small = Buffer.from('small');
    const handle = await session.writes!.put(await begin('small.txt', 5), { offset: 0, bytes: small, last: true });
    const item = await session.writes!.finish(handle, { size: 5, hashes: {} });
    expect(named('small.txt').map(({ id }) => idOf(id))).toEqual([item.id]);
  });

  it('resumes at OneDrive’s offset if it has a fragment already', async () => {
    const handle = await begin('twice.bin');
    const first = { offset: 0, bytes: bytes.subarray(0, GRAIN), last: false };
    await session.writes!.put(handle, first);
    expect(await session.writes!.received(handle)).toBe(GRAIN);
    const item = await session.writes!.finish(await put(handle), { size: bytes.length, hashes: {} });
    expect(item.size).toBe(bytes.length);
  });

  it('starts again if its session has expired', async () => {
    const handle = await begin('expired.bin');
    graph.control.expireUploads();
    await expect(session.writes!.received(handle)).rejects.toEqual(code('not_found'));
    await session.writes!.abort(handle);
  });

  it('is found if its end went unnoticed, and undone when it is aborted', async () => {
    const handle = await begin('unnoticed.bin');
    await put(handle);
    // The handle is from before the last fragment, as after a crash.
    expect(await session.writes!.received(handle)).toBe(bytes.length);
    await session.writes!.abort(handle);
    expect(named('unnoticed.bin')).toEqual([]);
  });

  it('doesn’t touch a file that somebody else created under its name', async () => {
    const handle = await begin('theirs.bin');
    graph.control.write({ person, path: 'theirs.bin', base64: Buffer.alloc(bytes.length).toString('base64') });
    await expect(put(handle)).rejects.toEqual(code('conflict'));
    await session.writes!.abort(handle);
    expect(named('theirs.bin')).toHaveLength(1);
  });

  it('doesn’t mistake somebody else’s file of the same name and size for its own', async () => {
    const earlier = onedrive.open({ ...account, now: () => new Date(Date.now() - 60_000) }).writes!;
    const target = { parentId: null, name: 'same.bin', size: bytes.length, mimeType: 'text/plain' };
    const handle = await earlier.begin(target);
    graph.control.expireUploads();
    graph.control.write({ person, path: 'same.bin', base64: Buffer.alloc(bytes.length).toString('base64') });
    await expect(earlier.received(handle)).rejects.toEqual(code('not_found'));
    await earlier.abort(handle);
    expect(named('same.bin')).toHaveLength(1);
  });
});
