import { type DropboxSandbox, startDropbox } from '@sheaf/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHasher } from '../kit/hashes/hashes.ts';
import type { RemoteId, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { scopes } from './auth.ts';
import { dropbox } from './index.ts';
import { BLOCK } from './writing/uploads.ts';

const person = 'ada';
const never = new AbortController().signal;

describe('an unfriendly Dropbox', () => {
  let sandbox: DropboxSandbox;
  let context: ReturnType<typeof testAccount>;
  let session: Session;
  beforeAll(async () => {
    sandbox = await startDropbox({ samples: false, pageSize: 5 });
    const { accessToken } = sandbox.control.authorize({ person, scopes });
    context = testAccount({ urls: sandbox.urls, token: () => accessToken });
    session = dropbox.open(context);
  });
  afterEach(() => {
    sandbox.control.clearFaults();
    sandbox.control.setOddities({ person });
  });
  afterAll(async () => {
    await context.close();
    await sandbox.stop();
  });

  const send = async (parentId: RemoteId | null, name: string, bytes: Uint8Array) => {
    const { begin, put, finish } = session.writes!;
    let handle = await begin({ parentId, name, size: bytes.length, mimeType: 'text/plain' });
    for (let offset = 0; offset === 0 || offset < bytes.length; offset += BLOCK) {
      const piece = bytes.subarray(offset, offset + BLOCK);
      handle = await put(handle, { offset, bytes: piece, last: offset + BLOCK >= bytes.length });
    }
    return finish(handle, { size: bytes.length, hashes: {} });
  };
  const sendText = (parentId: RemoteId | null, name: string) => send(parentId, name, Buffer.from(name));
  const held = () => sandbox.control.list({ person, path: '' }).map(({ path }) => path);
  const enumerated = async () => {
    const found = new Map<string, string>();
    for await (const { items } of session.files!.enumerate({ mode: 'all' }, { from: null, signal: never }))
      for (const { id, path } of items) found.set(id, path!);
    return [...found.values()].sort();
  };

  describe('that doesn’t find what was just written', () => {
    const lag = () => sandbox.control.setOddities({ person, lag: 1 });

    it('is asked again for the file, to move it, to copy it, and to write into a new folder', async () => {
      lag();
      const folder = await session.writes!.mkdir(null, 'Just made');
      const file = await sendText(folder.id, 'Just sent.txt');
      expect(await session.files!.stat(file.id)).toEqual(file);
      const other = await session.writes!.mkdir(null, 'Just made too');
      const moved = await session.writes!.move!(file.id, { parentId: other.id, name: 'Moved.txt' });
      expect(moved).toMatchObject({ id: file.id, name: 'Moved.txt', parentId: other.id });
      expect((await session.writes!.move!(file.id, { name: 'Renamed.txt' })).parentId).toBe(other.id);
      await session.writes!.copy!(file.id, { parentId: folder.id, name: 'Copy.txt' });
      expect(held()).toEqual(expect.arrayContaining(['/Just made/Copy.txt', '/Just made too/Renamed.txt']));
    });

    it('is asked again to delete it', async () => {
      lag();
      const file = await sendText(null, 'Unwanted.txt');
      await session.writes!.delete(file.id);
      expect(held()).not.toContain('/Unwanted.txt');
      await session.writes!.delete(file.id);
    });

    it('makes no second folder if the answer to the first call was lost', async () => {
      lag();
      sandbox.control.fail({ path: '/api/2/files/create_folder_v2', action: { kind: 'cut', afterBytes: 0 } });
      const made = await session.writes!.mkdir(null, 'Answer lost');
      expect(await session.writes!.mkdir(null, 'Answer lost')).toEqual(made);
    });

    it('accepts an upload as finished if the answer to its end was lost', async () => {
      lag();
      sandbox.control.fail({ path: '/content/2/files/upload_session/finish', action: { kind: 'cut', afterBytes: 0 } });
      const bytes = Buffer.alloc(BLOCK + 10, 'sheaf');
      expect(await send(null, 'End lost.bin', bytes)).toMatchObject({ name: 'End lost.bin', size: bytes.length });
    });

    it('loses no entry of the feed if the folder isn’t found', async () => {
      sandbox.control.mkdir({ person, path: '/Elsewhere' });
      const start = await session.files!.changes!.start({ mode: 'all' });
      sandbox.control.write({ person, path: '/Elsewhere/new.txt', text: 'x' });
      const missing = { kind: 'status', status: 409, reason: 'path/not_found' } as const;
      sandbox.control.fail({ path: '/api/2/files/get_metadata', action: missing });
      const reported: unknown[] = [];
      for await (const { changes } of session.files!.changes!.since(start, never)) reported.push(...changes);
      expect(reported).toMatchObject([{ kind: 'upsert', item: { path: '/elsewhere/new.txt' } }]);
    });
  });

  it.each(['repeated', 'late', 'hollow'])('is listed completely if entries are %s', async (oddity) => {
    for (const folder of ['/Listed', '/Listed/a', '/Listed/a/b', '/Listed/a/b/c', '/Listed/empty']) {
      if (!held().includes(folder)) sandbox.control.mkdir({ person, path: folder });
      sandbox.control.write({ person, path: `${folder}/${oddity}.txt`, text: 'x' });
    }
    sandbox.control.setOddities({ person, seed: oddity, [oddity]: 0.6 });
    const all = held().map((path) => path.toLowerCase());
    expect(await enumerated()).toEqual(all.sort());
  });

  it('is listed completely if something new arrives in a folder that the listing left empty', async () => {
    sandbox.control.write({ person, path: '/left out.txt', text: 'x' });
    sandbox.control.setOddities({ person, seed: 'new', hollow: 1 });
    const found = new Set<string>();
    for await (const { items } of session.files!.enumerate({ mode: 'all' }, { from: null, signal: never })) {
      for (const { path } of items) found.add(path!);
      if (!held().includes('/new.txt')) sandbox.control.write({ person, path: '/new.txt', text: 'new' });
    }
    expect([...found].sort()).toEqual(
      held()
        .map((path) => path.toLowerCase())
        .sort(),
    );
  });

  it('confirms stored items that were not listed before they count as deleted', async () => {
    const stored = new Map<RemoteId, string>();
    for await (const { items } of session.files!.enumerate({ mode: 'all' }, { from: null, signal: never }))
      for (const { id, path } of items) stored.set(id, path!);
    sandbox.control.remove({ person, path: '/Listed/a' });
    sandbox.control.setOddities({ person, seed: 'gaps', missed: 0.7 });
    const seen = new Set<RemoteId>();
    const unseen = async (after: RemoteId | null) =>
      [...stored.keys()]
        .filter((id) => !seen.has(id) && (after === null || id > after))
        .sort()
        .slice(0, 3);
    for await (const { items } of session.files!.enumerate({ mode: 'all' }, { from: null, signal: never, unseen }))
      for (const { id } of items) seen.add(id);
    const expected = [...stored].filter(([, path]) => !path.startsWith('/listed/a/') && path !== '/listed/a');
    expect([...stored.keys()].filter((id) => seen.has(id)).sort()).toEqual(expected.map(([id]) => id).sort());
    const [listedRoot] = [...stored].find(([, path]) => path === '/listed')!;
    const chosen = new Set<string>();
    const scope = { mode: 'selected', roots: [listedRoot] } as const;
    for await (const { items } of session.files!.enumerate(scope, {
      from: null,
      signal: never,
      unseen: async (after) => (after === null ? [...stored.keys()] : []),
    }))
      for (const { path } of items) chosen.add(path!);
    expect([...chosen].filter((path) => path !== '/listed' && !path.startsWith('/listed/'))).toEqual([]);
  });

  it('keeps a file without a reported hash', async () => {
    sandbox.control.setOddities({ person, withoutHash: 1 });
    const bytes = Buffer.alloc(BLOCK + 10, 'x');
    for (const [name, content] of Object.entries({ 'Small.txt': Buffer.from('x'), 'Large.bin': bytes })) {
      const { begin, put, finish } = session.writes!;
      let handle = await begin({ parentId: null, name, size: content.length, mimeType: 'text/plain' });
      for (let offset = 0; offset < content.length; offset += BLOCK)
        handle = await put(handle, {
          offset,
          bytes: content.subarray(offset, offset + BLOCK),
          last: offset + BLOCK >= content.length,
        });
      const hashes = { dropbox: dropboxHash(content) };
      expect(await finish(handle, { size: content.length, hashes })).toMatchObject({ name, hashes: {} });
      expect(held()).toContain(`/${name}`);
    }
  });

  it('has symlinks, which are links without bytes', async () => {
    sandbox.control.symlink({ person, path: '/Shortcut', target: '/etc/hosts' });
    const { items } = await session.files!.browse(null, null);
    const everything = [...items];
    for (let page = (await session.files!.browse(null, null)).next; page !== null; ) {
      const more = await session.files!.browse(null, page);
      everything.push(...more.items);
      page = more.next;
    }
    expect(everything.find(({ name }) => name === 'Shortcut')).toMatchObject({ kind: 'link', size: null, hashes: {} });
  });

  it('returns folders in a different spelling', async () => {
    const folder = await session.writes!.mkdir(null, 'Mixed Letters');
    const inner = await session.writes!.mkdir(folder.id, 'inner folder');
    sandbox.control.setOddities({ person, otherCase: 1 });
    const file = await sendText(inner.id, 'Name.txt');
    expect(await session.writes!.move!(file.id, { name: 'Other Name.txt' })).toMatchObject({
      name: 'Other Name.txt',
      parentId: inner.id,
      path: '/mixed letters/inner folder/other name.txt',
    });
    expect(held()).toContain('/Mixed Letters/inner folder/Other Name.txt');
  });

  describe('that locks the folder it writes to', () => {
    const names = Array.from({ length: 12 }, (_, at) => `${at}.txt`);
    const crowd = (folder: string) => held().filter((path) => path.startsWith(`${folder}/`));

    it('accepts many files at once, each of them once', async () => {
      sandbox.control.setOddities({ person, collisions: true });
      const folder = await session.writes!.mkdir(null, 'Crowded');
      const sent = await Promise.all(names.map((name) => sendText(folder.id, name)));
      expect(sent.map(({ name }) => name)).toEqual(names);
      expect(crowd('/Crowded').sort()).toEqual(names.map((name) => `/Crowded/${name}`).sort());
    });

    it('refuses one file of a batch and nothing else', async () => {
      sandbox.control.write({ person, path: '/Taken.txt', text: 'theirs' });
      const sent = await Promise.allSettled(['First.txt', 'Taken.txt', 'Last.txt'].map((name) => sendText(null, name)));
      expect(sent).toMatchObject([
        { value: { name: 'First.txt' } },
        { reason: { code: 'conflict' } },
        { value: { name: 'Last.txt' } },
      ]);
    });

    it('has each file once if two processes write to one folder', async () => {
      sandbox.control.setOddities({ person, collisions: true });
      const folder = await session.writes!.mkdir(null, 'Contended');
      const other = dropbox.open(context);
      await Promise.all(
        ['a', 'b', 'c', 'd'].flatMap((name) => [
          session.writes!.mkdir(folder.id, name),
          other.writes!.mkdir(folder.id, name),
        ]),
      );
      expect(crowd('/Contended').sort()).toEqual(['a', 'b', 'c', 'd'].map((name) => `/Contended/${name}`));
    });
  });
});

function dropboxHash(bytes: Uint8Array): string {
  const hasher = createHasher('dropbox');
  hasher.update(bytes);
  return hasher.digest();
}
