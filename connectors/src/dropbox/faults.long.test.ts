import { type DropboxSandbox, startDropbox } from '@sheaf/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RemoteId, Session, UploadHandle } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { auth, scopes } from './auth.ts';
import { dropbox } from './index.ts';
import { BLOCK } from './writing/uploads.ts';

const person = 'ada';
const never = new AbortController().signal;

describe('when Dropbox fails', () => {
  let sandbox: DropboxSandbox;
  let context: ReturnType<typeof testAccount>;
  let session: Session;
  let refreshToken: string;
  let refreshed = 0;
  beforeAll(async () => {
    sandbox = await startDropbox();
    const issued = sandbox.control.authorize({ person, scopes });
    refreshToken = issued.refreshToken!;
    const app = () => ({
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      settings: {},
      urls: sandbox.urls,
      http: context.http,
    });
    context = testAccount({
      urls: sandbox.urls,
      token: () => issued.accessToken,
      async refresh() {
        refreshed++;
        return (await auth.refresh(app(), refreshToken)).accessToken;
      },
    });
    session = dropbox.open(context);
    await session.identity();
  });
  afterEach(() => sandbox.control.clearFaults());
  afterAll(async () => {
    await context.close();
    await sandbox.stop();
  });

  const fail = (path: string, action: Parameters<DropboxSandbox['control']['fail']>[0]['action'], more = {}) =>
    sandbox.control.fail({ path, action, ...more });
  const find = async (name: string) => {
    const items = [];
    let page = await session.files!.browse(null, null);
    items.push(...page.items);
    while (page.next) {
      page = await session.files!.browse(null, page.next);
      items.push(...page.items);
    }
    return items.find((item) => item.name === name)!;
  };

  it.each([
    ['429 and how long to wait', { kind: 'status', status: 429, retryAfter: 1, reason: 'too_many_requests' }],
    ['429 in plain text', { kind: 'status', status: 429, retryAfter: 1, reason: 'plain text' }],
    ['500', { kind: 'status', status: 500 }],
    ['garbage', { kind: 'garbage' }],
    ['half an answer', { kind: 'cut', afterBytes: 20 }],
  ] as const)('goes on after %s', async (_, action) => {
    const { id } = await find('Empty.txt');
    fail('/api/2/files/get_metadata', action);
    const begun = Date.now();
    expect(await session.files!.stat(id)).toMatchObject({ name: 'Empty.txt', size: 0 });
    if ('retryAfter' in action) expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
  });

  it('waits after too many concurrent writes, then writes once', async () => {
    fail('/api/2/files/create_folder_v2', {
      kind: 'status',
      status: 429,
      retryAfter: 1,
      reason: 'too_many_write_operations',
    });
    const made = await session.writes!.mkdir(null, 'Patience');
    expect((await find('Patience')).id).toBe(made.id);
  });

  it('treats an unknown tag as a refusal', async () => {
    const { id } = await find('Empty.txt');
    fail('/api/2/files/get_metadata', { kind: 'status', status: 409, reason: 'path/invented_tomorrow' });
    await expect(session.files!.stat(id)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('refreshes an expired token once for all calls', async () => {
    const { id } = await find('Empty.txt');
    sandbox.control.expireTokens({ person });
    refreshed = 0;
    await Promise.all(Array.from({ length: 6 }, () => session.files!.stat(id)));
    expect(refreshed).toBe(1);
  });

  it('fails if a fresh token is refused too', async () => {
    const { id } = await find('Empty.txt');
    fail('/api/2/files/get_metadata', { kind: 'expire-token' }, { times: 2 });
    await expect(session.files!.stat(id)).rejects.toMatchObject({ code: 'auth_revoked' });
  });

  it('fails a download that is cut off, and resumes it from there', async () => {
    const { id, size } = await find('Recording.wav');
    fail('/content/2/files/download', { kind: 'cut', afterBytes: 1_000_000 });
    const first = await session.files!.download(id);
    const received: Buffer[] = [];
    const failure = await (async () => {
      for await (const piece of first.body) received.push(piece as Buffer);
    })().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable' });
    const start = Buffer.concat(received).length;
    const rest = await session.files!.download(id, { range: { start } });
    expect(rest).toMatchObject({ startsAt: start, revision: first.revision });
    expect(start + Buffer.concat(await rest.body.toArray()).length).toBe(size);
  });

  it('reports an expired cursor, in a list and in the feed', async () => {
    const { changes } = session.files!;
    const cursor = await changes!.start({ mode: 'all' });
    const listing = session.files!.enumerate({ mode: 'all' }, { from: null, signal: never })[Symbol.asyncIterator]();
    await listing.next();
    sandbox.control.expireCursors();
    await expect(listing.next()).rejects.toMatchObject({ code: 'cursor_expired' });
    const feed = changes!.since(cursor, never)[Symbol.asyncIterator]();
    await expect(feed.next()).rejects.toMatchObject({ code: 'cursor_expired' });
  });

  describe('an upload of several chunks', () => {
    const bytes = Buffer.alloc(2 * BLOCK + 10, 'sheaf');
    const pieces = [0, BLOCK, 2 * BLOCK].map((offset) => ({ offset, bytes: bytes.subarray(offset, offset + BLOCK) }));
    const begin = (name: string) =>
      session.writes!.begin({ parentId: null, name, size: bytes.length, mimeType: 'application/octet-stream' });
    const put = async (handle: UploadHandle, from = 0) => {
      let current = handle;
      for (const piece of pieces.slice(from)) {
        current = await session.writes!.put(current, { ...piece, last: piece.offset === 2 * BLOCK });
      }
      return current;
    };
    const finish = (handle: UploadHandle) => session.writes!.finish(handle, { size: bytes.length, hashes: {} });
    const contentOf = async (id: RemoteId) => Buffer.concat(await (await session.files!.download(id)).body.toArray());

    it('survives lost answers to an append and to the commit', async () => {
      fail('/content/2/files/upload_session/append_v2', { kind: 'cut', afterBytes: 0 }, { nth: 2 });
      fail('/content/2/files/upload_session/finish', { kind: 'cut', afterBytes: 0 });
      const item = await finish(await put(await begin('Lost answers.bin')));
      expect((await contentOf(item.id)).equals(bytes)).toBe(true);
    });

    it('reports how many bytes have arrived', async () => {
      const handle = await begin('Half way.bin');
      expect(await session.writes!.received(handle)).toBe(0);
      await session.writes!.put(handle, { ...pieces[0]!, last: false });
      expect(await dropbox.open(context).writes!.received(handle)).toBe(BLOCK);
      await expect(session.writes!.put(handle, { ...pieces[2]!, last: true })).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    it('starts another session if Dropbox has dropped the first', async () => {
      const handle = await begin('Forgotten.bin');
      await session.writes!.put(handle, { ...pieces[0]!, last: false });
      sandbox.control.expireUploads();
      expect(await session.writes!.received(handle)).toBe(0);
      const item = await finish(await put(handle));
      expect((await contentOf(item.id)).equals(bytes)).toBe(true);
    });

    it('is refused before the bytes are sent if the name is taken, and at the end if it was taken meanwhile', async () => {
      await expect(begin('Empty.txt')).rejects.toMatchObject({ code: 'conflict' });
      const handle = await put(await begin('Contested.bin'));
      sandbox.control.write({ person, path: '/Contested.bin', text: 'theirs' });
      await expect(finish(handle)).rejects.toMatchObject({ code: 'conflict' });
    });
  });

  it('moves once although the answer was lost', async () => {
    sandbox.control.write({ person, path: '/Before.txt', text: 'x' });
    const { id } = await find('Before.txt');
    fail('/api/2/files/move_v2', { kind: 'cut', afterBytes: 0 });
    expect(await session.writes!.move!(id, { name: 'After.txt' })).toMatchObject({ id, name: 'After.txt' });
  });

  it('asks to reconnect if the grant was revoked', async () => {
    const { id } = await find('Empty.txt');
    sandbox.control.revoke({ person });
    await expect(session.files!.stat(id)).rejects.toMatchObject({ code: 'auth_revoked' });
  });
});
