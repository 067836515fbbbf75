import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { Mirror } from '../../kit/conformance/mirror.ts';
import type { Checkpoint, Cursor, RemoteId, Scope } from '../../kit/session.ts';
import { testAccount } from '../../kit/testing/test-account.ts';
import { googleDrive } from '../index.ts';

const person = 'chen';
const FOLDER = 'application/vnd.google-apps.folder';
const { signal } = new AbortController();
let sales: RemoteId;
let legal: RemoteId;
const google = await forThisFile(startGoogle({ samples: false, pageSize: 3 }));
const account = await forThisFile(
  testAccount({ urls: google.urls, token: () => google.control.authorize({ person }).accessToken }),
);
const session = googleDrive.open(account);
beforeEach(() => {
  const drive = google.drives.get(person)!;
  for (const id of Array.from(drive.sharedDrives.keys())) drive.leaveSharedDrive(id);
  for (const node of Array.from(drive.nodes())) if (drive.find(node.id)) drive.remove(node);
  add('mine.txt');
  sales = google.control.addSharedDrive({ person, name: 'Sales' }) as RemoteId;
  legal = google.control.addSharedDrive({ person, name: 'Legal' }) as RemoteId;
  const inner = addFolder('Contracts', legal);
  for (const at of [1, 2, 3, 4]) add(`offer ${at}.txt`, sales);
  add('contract.txt', inner);
});

const add = (name: string, parent?: string) =>
  google.control.add({ person, name, text: name, ...(parent && { parent }) }) as RemoteId;
const addFolder = (name: string, parent?: string) =>
  google.control.add({ person, name, mimeType: FOLDER, ...(parent && { parent }) }) as RemoteId;
const find = (name: string) => google.control.find({ person, name }) as RemoteId;

const EVERYTHING = [
  'Shared drives · folder',
  'Shared drives/Legal · folder',
  'Shared drives/Legal/Contracts · folder',
  'Shared drives/Legal/Contracts/contract.txt · 12 bytes',
  'Shared drives/Sales · folder',
  ...[1, 2, 3, 4].map((at) => `Shared drives/Sales/offer ${at}.txt · 11 bytes`),
  'mine.txt · 8 bytes',
].sort();

async function listed(scope: Scope, batchesBeforeRestart = Number.POSITIVE_INFINITY): Promise<Mirror> {
  const mirror = new Mirror();
  let from: Checkpoint | null = null;
  for (let isDone = false; !isDone; ) {
    let batches = 0;
    isDone = true;
    for await (const batch of session.files!.enumerate(scope, { from, signal })) {
      mirror.take(batch);
      from = batch.checkpoint;
      if (++batches < batchesBeforeRestart) continue;
      isDone = false;
      break;
    }
  }
  return mirror;
}

async function follow(mirror: Mirror, from: Cursor): Promise<Cursor> {
  let at = from;
  for await (const { changes, cursor } of session.files!.changes!.since(from, signal)) {
    mirror.apply(changes);
    at = cursor;
  }
  return at;
}

describe('shared drives', () => {
  it('are folders at the top of the account, however often the listing is interrupted', async () => {
    expect((await listed({ mode: 'all' })).below([])).toEqual(EVERYTHING);
    expect((await listed({ mode: 'all' }, 1)).below([])).toEqual(EVERYTHING);
    const { items: top } = await session.files!.browse(null, null);
    expect(top.map(({ name }) => name)).toEqual(['Shared drives', 'mine.txt']);
    const { items: drives } = await session.files!.browse(top[0]!.id, null);
    expect(drives.map(({ name }) => name).sort()).toEqual(['Legal', 'Sales']);
    const { items } = await session.files!.browse(sales, null);
    expect(items.map(({ name }) => name)).toEqual(['offer 1.txt', 'offer 2.txt', 'offer 3.txt']);
    for (const item of [top[0]!, ...drives, ...items]) expect(await session.files!.stat(item.id)).toEqual(item);
  });

  it('can be selected: all, one, or a folder in one', async () => {
    const selected = async (...roots: RemoteId[]) => (await listed({ mode: 'selected', roots }, 1)).below([]);
    const { items: top } = await session.files!.browse(null, null);
    expect(await selected(top[0]!.id)).toEqual(EVERYTHING.filter((line) => line.startsWith('Shared')));
    expect(await selected(legal)).toEqual(['Legal', 'Legal/Contracts', 'Legal/Contracts/contract.txt'].map(kind));
    expect(await selected(find('Contracts'))).toEqual(['Contracts', 'Contracts/contract.txt'].map(kind));
  });
  const kind = (path: string) => `${path} · ${path.endsWith('.txt') ? '12 bytes' : 'folder'}`;

  it('have their own changes and trash', async () => {
    let cursor = await session.files!.changes!.start({ mode: 'all' });
    const mirror = await listed({ mode: 'all' });
    const same = async () => {
      cursor = await follow(mirror, cursor);
      expect(mirror.below([])).toEqual((await listed({ mode: 'all' })).below([]));
      expect(await follow(mirror, cursor)).toBe(cursor);
    };
    add('new.txt', sales);
    google.control.trash({ person, id: find('offer 1.txt') });
    google.control.renameSharedDrive({ person, id: legal, name: 'Law' });
    await same();
    // Items move from drive to drive and from My Drive: one feed calls them removed, another has them.
    google.control.move({ person, id: find('offer 2.txt'), parent: find('Contracts') });
    google.control.move({ person, id: find('Contracts'), parent: sales });
    google.control.move({ person, id: find('mine.txt'), parent: legal });
    await same();
    expect(mirror.below([]).join()).toContain('Sales/Contracts/offer 2.txt');
    // One drive is new, and another was left while its contents had moved.
    const hr = google.control.addSharedDrive({ person, name: 'HR' });
    add('staff.txt', addFolder('People', hr));
    google.control.move({ person, id: find('mine.txt'), parent: hr });
    google.control.leaveSharedDrive({ person, id: legal });
    await same();
    expect(mirror.below([]).join()).toContain('HR/mine.txt');
    for (const id of [sales, hr]) google.control.leaveSharedDrive({ person, id });
    await same();
    expect(mirror.below([])).toEqual([]);
    google.control.addSharedDrive({ person, name: 'Back' });
    await same();
  });

  it('stay if Google refuses to list them', async () => {
    const cursor = await session.files!.changes!.start({ mode: 'all' });
    const mirror = await listed({ mode: 'all' });
    const refusal = { kind: 'status', status: 403, reason: 'forbidden' } as const;
    google.control.fail({ path: '/drive/v3/drives', times: 2, action: refusal });
    await expect(follow(mirror, cursor)).rejects.toMatchObject({ code: 'forbidden' });
    expect(mirror.below([])).toEqual(EVERYTHING);
    // An account without shared drives is still synced.
    for (const id of [sales, legal]) google.control.leaveSharedDrive({ person, id });
    google.control.fail({ path: '/drive/v3/drives', action: refusal });
    expect((await listed({ mode: 'all' })).below([])).toEqual(['mine.txt · 8 bytes']);
  });

  it('are written to if the member’s role allows it', async () => {
    const writes = session.writes!;
    const bytes = Buffer.from('hello');
    const begin = (parentId: RemoteId) =>
      writes.begin({ parentId, name: 'sent.txt', size: bytes.length, mimeType: 'text/plain' });
    const send = async (parentId: RemoteId) => {
      const handle = await writes.put(await begin(parentId), { offset: 0, bytes, last: true });
      return writes.finish(handle, { size: bytes.length, hashes: {} });
    };
    const folder = await writes.mkdir(sales, 'Made');
    expect(folder.parentId).toBe(sales);
    const sent = await send(folder.id);
    expect((await writes.move!(sent.id, { parentId: sales })).parentId).toBe(sales);
    expect((await writes.copy!(sent.id, { parentId: legal, name: 'copy.txt' })).parentId).toBe(legal);
    // Contributors and content managers can’t delete for good.
    google.control.setMemberRole({ person, id: sales, role: 'fileOrganizer' });
    await writes.delete(sent.id);
    expect(google.drives.get(person)!.get(sent.id).trashedAt).not.toBeNull();
    google.control.setMemberRole({ person, id: sales, role: 'writer' });
    await expect(writes.trash!(find('offer 1.txt'))).rejects.toMatchObject({ code: 'forbidden' });
    await send(sales);
    google.control.setMemberRole({ person, id: sales, role: 'reader' });
    await expect(begin(sales)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(writes.mkdir(sales, 'Not made')).rejects.toMatchObject({ code: 'forbidden' });
    const [top] = (await session.files!.browse(null, null)).items;
    await expect(begin(top!.id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(writes.mkdir(top!.id, 'A drive')).rejects.toMatchObject({ code: 'forbidden' });
  });
});
