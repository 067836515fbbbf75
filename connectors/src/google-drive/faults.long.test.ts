import { type GoogleSandbox, startGoogle } from '@sheaf/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorError } from '../kit/errors.ts';
import type { Checkpoint, RemoteId, Scope, Session, UploadHandle } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { googleDrive } from './index.ts';

const person = 'chen';
const FILES = '/drive/v3/files';
const CHUNK = 256 * 1024;
const { signal } = new AbortController();
let google: GoogleSandbox;
let account: ReturnType<typeof testAccount>;
let session: Session;
beforeEach(async () => {
  google = await startGoogle({ samples: false });
  google.control.addMany({ person, count: 2500, perFolder: 1250 });
  account = testAccount({ urls: google.urls, token: () => google.control.authorize({ person }).accessToken });
  session = googleDrive.open(account);
});
afterEach(async () => {
  await account.close();
  await google.stop();
});

async function count(scope: Scope = { mode: 'all' }, from: Checkpoint | null = null): Promise<number> {
  const ids = new Set<string>();
  for await (const { items } of session.files!.enumerate(scope, { from, signal }))
    for (const { id } of items) ids.add(id);
  return ids.size;
}
const ALL = 2503;
const many = () => google.control.find({ person, name: 'Many (2500)' }) as RemoteId;
const code = (name: string) => expect.objectContaining({ name: 'ConnectorError', code: name });

describe('a listing', () => {
  it('continues after the older kind of rate limit', async () => {
    const action = { kind: 'status', status: 403, retryAfter: 0, reason: 'userRateLimitExceeded' } as const;
    google.control.fail({ method: 'GET', path: FILES, nth: 3, action });
    expect(await count()).toBe(ALL);
  });

  it.each(['all', 'selected'] as const)('continues after Google has dropped its page token (%s)', async (mode) => {
    let underWay = 0;
    const call: typeof account.call = (work, options) => {
      underWay++;
      return account.call(work, options).finally(() => underWay--);
    };
    session = googleDrive.open({ ...account, call });
    const scope: Scope = mode === 'all' ? { mode } : { mode, roots: [many()] };
    const files = new Set<string>();
    let last: Checkpoint | undefined;
    for await (const { items, checkpoint } of session.files!.enumerate(scope, { from: null, signal })) {
      last = checkpoint;
      for (const { id } of items) files.add(id);
      if (files.size > 500) break;
    }
    // Waits until the requests made in advance are answered.
    await expect.poll(() => underWay).toBe(0);
    // The list of folders is requested before the page, and a selected folder itself before that.
    const nth = mode === 'all' ? 2 : 3;
    google.control.fail({ method: 'GET', path: FILES, nth, action: { kind: 'expire-cursor' } });
    for await (const { items } of session.files!.enumerate(scope, { from: last!, signal })) {
      for (const { id } of items) files.add(id);
    }
    expect(files.size).toBe(ALL);
  });

  it('skips a folder that vanishes while it is walked', async () => {
    const gone = google.control.find({ person, name: 'Folder 1' })!;
    const ids = new Set<string>();
    let removed = false;
    for await (const { items } of session.files!.enumerate(
      { mode: 'selected', roots: [many()] },
      { from: null, signal },
    )) {
      if (!removed) google.control.remove({ person, id: gone });
      removed = true;
      for (const { id } of items) ids.add(id);
    }
    expect(ids.size).toBeGreaterThanOrEqual(ALL - 1251);
  });
});

describe('the caller', () => {
  it('learns that a scope is missing', async () => {
    const scopes = ['https://www.googleapis.com/auth/drive.readonly'];
    const token = () => google.control.authorize({ person, scopes }).accessToken;
    const reader = testAccount({ urls: google.urls, token });
    await expect(googleDrive.open(reader).writes!.mkdir(null, 'New')).rejects.toEqual(code('auth_revoked'));
    await reader.close();
  });

  it('learns that a feed position has expired', async () => {
    const cursor = await session.files!.changes!.start({ mode: 'all' });
    google.control.fail({ path: '/drive/v3/changes', action: { kind: 'expire-cursor' } });
    const next = session.files!.changes!.since(cursor, signal)[Symbol.asyncIterator]().next();
    await expect(next).rejects.toEqual(code('cursor_expired'));
  });

  it('learns at once to stop for long', async () => {
    const daily = { kind: 'status', status: 403, reason: 'dailyLimitExceeded' } as const;
    google.control.fail({ path: '/drive/v3/about', action: daily });
    const error = await session.quota!().catch((thrown: unknown) => thrown as ConnectorError);
    expect(error).toMatchObject({ code: 'rate_limited', detail: { limit: 'app', retryAfterMs: 3_600_000 } });
  });

  it.each([1, 2])('stops waiting promptly when it aborts (call %i)', async (nth) => {
    google.control.fail({ path: FILES, nth, action: { kind: 'hang' } });
    const gone = new AbortController();
    const listing = session.files!.enumerate({ mode: 'all' }, { from: null, signal: gone.signal });
    const next = listing[Symbol.asyncIterator]().next();
    setTimeout(() => gone.abort(), 100);
    await expect(next).rejects.toThrow('aborted');
  });
});

describe('an upload', () => {
  const bytes = Buffer.alloc(CHUNK * 2 + 100, 'sheaf');
  const begin = () =>
    session.writes!.begin({
      parentId: null,
      name: 'sent.bin',
      size: bytes.length,
      mimeType: 'application/octet-stream',
    });
  const put = async (handle: UploadHandle) => {
    let at = handle;
    for (let offset = 0; offset < bytes.length; offset += CHUNK) {
      const chunk = bytes.subarray(offset, offset + CHUNK);
      at = await session.writes!.put(at, { offset, bytes: chunk, last: offset + CHUNK >= bytes.length });
    }
    return at;
  };
  const sent = () => google.control.list({ person }).filter(({ name }) => name === 'sent.bin');

  it.each([
    ['a chunk is refused', 1, { kind: 'status', status: 503 }],
    ['the answer to a chunk is lost', 2, { kind: 'cut', afterBytes: 0 }],
    ['the answer to the last chunk is lost', 3, { kind: 'cut', afterBytes: 0 }],
  ] as const)('arrives once, though %s', async (_, nth, action) => {
    google.control.fail({ method: 'PUT', nth, action });
    const item = await session.writes!.finish(await put(await begin()), { size: bytes.length, hashes: {} });
    expect(item.size).toBe(bytes.length);
    expect(sent()).toHaveLength(1);
  });

  it('isn’t started without free space', async () => {
    google.control.setLimit({ person, bytes: 1000 });
    await expect(begin()).rejects.toEqual(code('quota_full'));
  });

  it('starts again if its upload session has expired', async () => {
    const handle = await begin();
    google.control.expireUploads();
    await expect(session.writes!.received(handle)).rejects.toEqual(code('not_found'));
    await session.writes!.abort(handle);
  });

  it('is found if its end went unnoticed, and undone when it is aborted', async () => {
    const handle = await begin();
    await put(handle);
    // The handle is from before the last chunk, as after a crash.
    expect(await session.writes!.received(handle)).toBe(bytes.length);
    const [{ id } = { id: '' }] = sent();
    await session.writes!.abort(handle, id as RemoteId);
    expect(sent()).toHaveLength(1);
    // Someone may have changed it since, so it is only moved to the trash.
    await session.writes!.abort(handle);
    expect(sent()).toHaveLength(0);
    expect(google.drives.get(person)!.get(id).trashedAt).not.toBeNull();
  });

  it('is left alone, finished or aborted, if somebody has changed it since it arrived', async () => {
    const handle = await put(await begin());
    google.control.write({ person, id: sent()[0]!.id, text: 'mine' });
    await expect(session.writes!.finish(handle, { size: bytes.length, hashes: {} })).rejects.toEqual(code('conflict'));
    await session.writes!.abort(handle);
    expect(sent()).toHaveLength(1);
  });

  it('is removed if other bytes than expected arrived', async () => {
    const handle = await put(await begin());
    const [{ id } = { id: '' }] = sent();
    await expect(session.writes!.finish(handle, { size: 1, hashes: {} })).rejects.toEqual(code('corrupt'));
    expect(google.drives.get(person)!.find(id)).toBeUndefined();
  });
});
