import { createHash } from 'node:crypto';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { Checkpoint, EnumerateOptions, RemoteId, RemoteItem, Scope, UploadHandle } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { googleDrive } from './index.ts';

/** The sandbox behaves as Drive accounts were seen to behave in the wild. */
const person = 'chen';
const FOLDER = 'application/vnd.google-apps.folder';
const { signal } = new AbortController();
const google = await forThisFile(startGoogle({ samples: false }));
const account = await forThisFile(
  testAccount({ urls: google.urls, token: () => google.control.authorize({ person }).accessToken }),
);
const session = googleDrive.open(account);
afterEach(() => google.control.setOddities({ person }));

const add = (name: string, parent?: string) =>
  google.control.add({ person, name, text: name, ...(parent && { parent }) }) as RemoteId;
const addFolder = (name: string, parent?: string) =>
  google.control.add({ person, name, mimeType: FOLDER, ...(parent && { parent }) }) as RemoteId;

/** Adds a folder with the given number of folders, each with a file and a folder with a file. */
function addTree(folders: number): { top: RemoteId; ids: Set<string> } {
  const top = addFolder('Tree');
  const ids = new Set<string>([top]);
  for (let at = 0; at < folders; at++) {
    const folder = addFolder(`Folder ${at}`, top);
    const inner = addFolder('inner', folder);
    for (const id of [folder, add('one', folder), inner, add('two', inner)]) ids.add(id);
  }
  return { top, ids };
}

async function listedItems(scope: Scope, options: Partial<EnumerateOptions> = {}): Promise<Map<string, RemoteItem>> {
  const found = new Map<string, RemoteItem>();
  for await (const { items } of session.files!.enumerate(scope, { from: null, signal, ...options }))
    for (const item of items) found.set(item.id, item);
  return found;
}
const listed = async (scope: Scope, options?: Partial<EnumerateOptions>) =>
  new Set((await listedItems(scope, options)).keys());

describe('a listing', () => {
  it('reads each folder separately, since a search for several sometimes returns only a part', async () => {
    const { top, ids } = addTree(30);
    for (const groups of ['empty', 'drop folders', 'drop children'] as const) {
      google.control.setOddities({ person, groups });
      expect(await listed({ mode: 'selected', roots: [top] })).toEqual(ids);
    }
    google.control.setOddities({ person, groups: 'drop folders' });
    const cursor = await session.files!.changes!.start({ mode: 'all' });
    google.control.trash({ person, id: top });
    google.control.restore({ person, id: top });
    const reported = new Set<string>();
    for await (const { changes } of session.files!.changes!.since(cursor, signal))
      for (const change of changes) if (change.kind === 'upsert') reported.add(change.item.id);
    expect(reported).toEqual(ids);
    google.control.remove({ person, id: top });
  });

  it('asks again if Google searched only a part of the files', async () => {
    const { top, ids } = addTree(3);
    google.control.setOddities({ person, incompleteSearches: 2 });
    expect(await listed({ mode: 'selected', roots: [top] })).toEqual(ids);
    google.control.remove({ person, id: top });
  });

  it.each(['all', 'selected'] as const)(
    'finds what was created just before although searches lag (%s)',
    async (mode) => {
      const top = addFolder('Before');
      google.control.setOddities({ person, searchLags: true });
      const folder = addFolder('Just made', top);
      const file = add('just made', folder);
      const found = new Set<string>();
      const scope: Scope = mode === 'all' ? { mode } : { mode, roots: [top] };
      for await (const { items } of session.files!.enumerate(scope, { from: null, signal })) {
        for (const { id } of items) found.add(id);
        // By the end of the listing, the index has caught up.
        google.control.setOddities({ person });
      }
      expect(found).toEqual(new Set([top, folder, file]));
      google.control.remove({ person, id: top });
    },
  );

  it('confirms stored items that were in no list, so that a gap doesn’t count as a deletion', async () => {
    const { top, ids } = addTree(5);
    const all = [...(await listed({ mode: 'all' }))] as RemoteId[];
    expect(new Set(all)).toEqual(ids);
    google.control.setOddities({ person, flatListsLeaveOut: 3 });
    const seen = new Set<string>();
    const deleted = add('deleted for good');
    google.control.remove({ person, id: deleted });
    const trashed = add('in the trash');
    google.control.trash({ person, id: trashed });
    let last: Checkpoint | null = null;
    // Returns ids in order, three at a time, as the caller does.
    const unseen = async (after: RemoteId | null) =>
      [...all, deleted, trashed]
        .filter((id) => !seen.has(id) && (after === null || id > after))
        .sort()
        .slice(0, 3);
    const take = async (from: Checkpoint | null, maxBatches: number) => {
      let batches = 0;
      for await (const { items, checkpoint } of session.files!.enumerate({ mode: 'all' }, { from, signal, unseen })) {
        for (const { id } of items) seen.add(id);
        last = checkpoint;
        if (++batches === maxBatches) return;
      }
    };
    // The enumeration is interrupted in the middle.
    await take(null, 4);
    await take(last, Number.POSITIVE_INFINITY);
    expect(seen).toEqual(ids);

    const outside = addFolder('Outside');
    const moved = [...google.drives.get(person)!.childrenOf(top)][0] as RemoteId;
    google.control.move({ person, id: moved, parent: outside });
    const inside = await listed({ mode: 'selected', roots: [top] }, { unseen: async (after) => (after ? [] : all) });
    expect(inside).toEqual(await listed({ mode: 'selected', roots: [top] }));
    google.control.remove({ person, id: top });
    google.control.remove({ person, id: outside });
  });

  it('is complete if files change their position during the listing', async () => {
    const { top, ids } = addTree(20);
    google.control.setOddities({ person, flatListsShift: true });
    expect(await listed({ mode: 'all' })).toEqual(ids);
    google.control.remove({ person, id: top });
  });
});

describe('a file', () => {
  it('is listed and read without a hash', async () => {
    google.control.setOddities({ person, hashlessEvery: 1 });
    const id = add('old.txt');
    const before = await session.files!.stat(id);
    expect(before).toMatchObject({ hashes: {}, size: 7, kind: 'file' });
    google.control.rename({ person, id, name: 'older.txt' });
    expect((await session.files!.stat(id)).revision).toBe(before.revision);
    google.control.write({ person, id, text: 'changed' });
    expect((await session.files!.stat(id)).revision).not.toBe(before.revision);
    const { body } = await session.files!.download(id);
    expect(Buffer.concat(await body.toArray()).toString()).toBe('changed');
  });

  it('has one parent, through which it is selected, if it is in several folders', async () => {
    const [one, two] = [addFolder('One'), addFolder('Two')];
    const id = add('in both.txt', one);
    google.control.addParent({ person, id, parent: two });
    const all = await listedItems({ mode: 'all' });
    expect([one, two].sort()[0]).toBe(all.get(id)!.parentId);
    for (const root of [one, two]) {
      const scope: Scope = { mode: 'selected', roots: [root] };
      const cursor = await session.files!.changes!.start(scope);
      expect((await listedItems(scope)).get(id)!.parentId).toBe(root);
      google.control.write({ person, id, text: `changed below ${root}` });
      for await (const { changes } of session.files!.changes!.since(cursor, signal))
        for (const change of changes) expect(change).toMatchObject({ item: { id, parentId: root } });
      expect((await session.files!.browse(root, null)).items).toMatchObject([{ id, parentId: root }]);
    }
  });

  it('is read with its resource key', async () => {
    const shelf = google.control.share({ person, name: 'By link' });
    const drive = google.drives.get(person)!;
    const given = { name: 'given.txt', mimeType: 'text/plain', parent: shelf, role: 'reader', listed: false } as const;
    const id = drive.add(given, true).id as RemoteId;
    google.control.setOddities({ person, resourceKeys: true });
    await expect(session.files!.stat(id)).rejects.toMatchObject({ code: 'not_found' });
    await listedItems({ mode: 'all' });
    expect(await session.files!.stat(id)).toMatchObject({ name: 'given.txt' });
  });
});

describe('an upload', () => {
  const MIB = 1024 * 1024;
  const bytes = Buffer.alloc(2 * MIB + 100, 'sheaf');
  const begin = (name: string) =>
    session.writes!.begin({ parentId: null, name, size: bytes.length, mimeType: 'application/octet-stream' });
  const put = async (handle: UploadHandle, from: number, to = bytes.length) => {
    let at = handle;
    for (let offset = from; offset < to; offset += MIB) {
      const chunk = bytes.subarray(offset, offset + MIB);
      at = await session.writes!.put(at, { offset, bytes: chunk, last: offset + MIB >= bytes.length });
    }
    return at;
  };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const finish = (handle: UploadHandle) => session.writes!.finish(handle, { size: bytes.length, hashes: { sha256 } });

  it('sends the bytes again that Google did not keep', async () => {
    google.control.setOddities({ person, uploadsKeepLess: true });
    expect(await finish(await put(await begin('kept.bin'), 0))).toMatchObject({ size: bytes.length });
  });

  it('resumes at the right byte after a wrong one', async () => {
    const handle = await begin('offset.bin');
    await put(handle, 0, MIB);
    // The recorded offset is wrong, as after a crash: Google answers 503 in plain text.
    await expect(put(handle, 2 * MIB)).rejects.toMatchObject({ code: 'conflict' });
    expect(await session.writes!.received(handle)).toBe(MIB);
    expect(await finish(await put(handle, MIB))).toMatchObject({ size: bytes.length });
  });

  it.each([404, 410])('starts again if its session is gone (%i)', async (status) => {
    const handle = await begin(`gone ${status}.bin`);
    await put(handle, 0, MIB);
    google.control.fail({ method: 'PUT', times: 2, action: { kind: 'status', status } });
    await expect(put(handle, MIB)).rejects.toMatchObject({ code: 'not_found' });
    await expect(session.writes!.received(handle)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a copy', () => {
  it('gets no id from us for a Google document, and isn’t repeated if the answer was lost', async () => {
    const mimeType = 'application/vnd.google-apps.document';
    const letter = google.control.add({ person, name: 'Letter', mimeType }) as RemoteId;
    const copy = await session.writes!.copy!(letter, { parentId: null, name: 'Copy' });
    expect(copy).toMatchObject({ name: 'Copy', kind: 'native' });
    const path = '/drive/v3/files/*/copy';
    google.control.fail({ method: 'POST', path, nth: 2, action: { kind: 'cut', afterBytes: 0 } });
    const lost = session.writes!.copy!(letter, { parentId: null, name: 'Lost' });
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    expect(google.control.list({ person }).filter(({ name }) => name === 'Lost')).toHaveLength(1);
  });
});

describe('a folder', () => {
  const made = (name: string) => google.control.list({ person }).filter((node) => node.name === name);

  it('is distinguished by case, though a search by name ignores it', async () => {
    const photos = addFolder('Photos');
    const lower = await session.writes!.mkdir(null, 'photos');
    expect(lower).toMatchObject({ name: 'photos' });
    expect(lower.id).not.toBe(photos);
    expect((await session.writes!.mkdir(null, 'Photos')).id).toBe(photos);
  });

  it('is created once, though searches don’t find it yet, by two workers and after a restart', async () => {
    google.control.setOddities({ person, searchLags: true });
    const planned = new Map<string, string>();
    const token = () => google.control.authorize({ person }).accessToken;
    const worker = () => {
      const opened = testAccount({ urls: google.urls, token, planned });
      return { opened, writes: googleDrive.open(opened).writes! };
    };
    const [one, two] = [worker(), worker()];
    // The first answer is lost, as if the worker were killed at that moment.
    google.control.fail({ method: 'POST', path: '/drive/v3/files', action: { kind: 'cut', afterBytes: 0 } });
    const ids = (await Promise.all([one.writes.mkdir(null, 'Once'), two.writes.mkdir(null, 'Once')])).map(
      ({ id }) => id,
    );
    const restarted = worker();
    ids.push((await restarted.writes.mkdir(null, 'Once')).id);
    expect(new Set(ids).size).toBe(1);
    expect(made('Once')).toHaveLength(1);

    // A folder that was deleted or renamed meanwhile is created again, once.
    google.control.remove({ person, id: ids[0]! });
    const second = await restarted.writes.mkdir(null, 'Once');
    google.control.rename({ person, id: second.id, name: 'Once upon a time' });
    const third = await one.writes.mkdir(null, 'Once');
    expect((await two.writes.mkdir(null, 'Once')).id).toBe(third.id);
    expect(made('Once').map(({ id }) => id)).toEqual([third.id]);
    for (const { opened } of [one, two, restarted]) await opened.close();
  });
});
