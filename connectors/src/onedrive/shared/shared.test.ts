import { type GraphSandbox, startGraph } from '@sheaf/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cursor, NotIncluded, RemoteId, RemoteItem, Scope, Session } from '../../kit/session.ts';
import { testAccount } from '../../kit/testing/test-account.ts';
import { onedrive } from '../index.ts';

/** Folders of Chen's that Bruno has added to his own drive. */

const { signal } = new AbortController();
const HOUR = 3_600_000;
let graph: GraphSandbox;
let account: ReturnType<typeof testAccount>;
let session: Session;
let now: Date;
let scopes: string[] | undefined;
/** The stored items, and the messages about items left out. */
let stored: Map<RemoteId, RemoteItem>;
let notIncluded: Map<string, NotIncluded>;

beforeEach(async () => {
  graph = await startGraph({ samples: false, pageSize: 3 });
  scopes = undefined;
  const token = () => graph.control.authorize({ person: 'bruno', ...(scopes && { scopes }) }).accessToken;
  const context = testAccount({ urls: graph.urls, token });
  now = new Date();
  account = { ...context, now: () => now };
  session = onedrive.open(account);
  stored = new Map();
  notIncluded = new Map();
  mkdir('For Bruno');
  mkdir('For Bruno/Plans');
  for (const name of ['a.txt', 'Plans/b.txt', 'Plans/c.txt', 'Plans/d.txt', 'Plans/e.txt']) write(`For Bruno/${name}`);
  graph.control.write({ person: 'chen', path: 'private.txt', text: 'not shared' });
  graph.control.share({ person: 'chen', path: 'For Bruno', with: 'bruno' });
});
afterEach(async () => {
  await account.close();
  await graph.stop();
});

const write = (path: string) => graph.control.write({ person: 'chen', path, text: path });
const mkdir = (path: string) => graph.control.mkdir({ person: 'chen', path });
const addShortcut = (path: string, to = 'For Bruno') =>
  graph.control.addShortcut({ person: 'bruno', path, to: { person: 'chen', path: to } });
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

/** Follows the order of a sync: the feed’s position first, then everything. */
async function listAll(scope: Scope = { mode: 'all' }): Promise<Cursor> {
  session = onedrive.open(account);
  const cursor = await session.files!.changes!.start(scope);
  const before = stored;
  stored = new Map();
  const unseen = async (after: RemoteId | null) =>
    [...before.keys()].filter((id) => !stored.has(id) && id > (after ?? '')).sort();
  const keep = new Set<RemoteId>();
  for await (const batch of session.files!.enumerate(scope, { from: null, signal, unseen })) {
    for (const item of batch.items) stored.set(item.id, item);
    for (const id of [...batch.unchanged, ...batch.failures.map((failure) => failure.id)]) keep.add(id);
    say(batch.notIncluded);
  }
  for (const [id, item] of before) if (isBelow(before, id, keep)) stored.set(id, stored.get(id) ?? item);
  return follow(cursor);
}
async function follow(from: Cursor): Promise<Cursor> {
  let cursor = from;
  const below = async (folder: RemoteId, after: RemoteId | null) =>
    [...stored.keys()]
      .filter((id) => id !== folder && isBelow(stored, id, new Set([folder])) && id > (after ?? ''))
      .sort();
  for await (const page of session.files!.changes!.since(from, signal, { stored: below })) {
    for (const change of page.changes) {
      if (change.kind === 'upsert') stored.set(change.item.id, change.item);
      else if (change.kind === 'delete')
        for (const id of [...stored.keys()].filter((one) => isBelow(stored, one, new Set([change.id]))))
          stored.delete(id);
    }
    say(page.notIncluded);
    cursor = page.cursor;
  }
  return cursor;
}
/** Runs in a session of its own, like every sync. */
const nextRun = (from: Cursor) => {
  session = onedrive.open(account);
  return follow(from);
};
function isBelow(items: ReadonlyMap<RemoteId, RemoteItem>, id: RemoteId, tops: ReadonlySet<RemoteId>): boolean {
  for (let at: RemoteId | null = id; at !== null; at = items.get(at)?.parentId ?? null) if (tops.has(at)) return true;
  return false;
}
const say = (said: readonly NotIncluded[] = []) => {
  for (const one of said) notIncluded.set(one.what, one);
};
const closed = () => notIncluded.get('shared folders')?.count ?? 0;
const paths = () =>
  [...stored.values()]
    .map((item) => {
      const names: string[] = [];
      for (let at: RemoteItem | undefined = item; at; at = at.parentId ? stored.get(at.parentId) : undefined)
        names.unshift(at.name);
      return names.join('/');
    })
    .filter((path) => !/^(Harbour project|Company handbook) - /.test(path))
    .sort();
const inside = [
  'Chen',
  'Chen/Plans',
  'Chen/Plans/b.txt',
  'Chen/Plans/c.txt',
  'Chen/Plans/d.txt',
  'Chen/Plans/e.txt',
  'Chen/a.txt',
];

describe('a shortcut to a folder of someone else', () => {
  it('is walked like a folder, and read, written and browsed like one', async () => {
    addShortcut('Chen');
    await listAll();
    expect(paths()).toEqual(inside);
    const { files, writes } = session;
    const shortcut = [...stored.values()].find(({ name }) => name === 'Chen')!;
    expect(shortcut).toMatchObject({ kind: 'folder', parentId: null });
    const fresh = onedrive.open(account);
    const browsed = await fresh.files!.browse(shortcut.id, null);
    expect(browsed.items.map(({ name, parentId }) => [name, parentId])).toEqual([
      ['a.txt', shortcut.id],
      ['Plans', shortcut.id],
    ]);
    const { body } = await files!.download([...stored.values()].find(({ name }) => name === 'b.txt')!.id);
    expect((await body.toArray()).join('')).toBe('For Bruno/Plans/b.txt');
    expect(await fresh.writes!.mkdir(shortcut.id, 'New')).toMatchObject({ name: 'New', parentId: shortcut.id });
    expect(graph.control.list({ person: 'chen', path: 'For Bruno' }).map(({ path }) => path)).toContain(
      '/For Bruno/New',
    );
    // Deleting it removes the shortcut, never the other person’s folder.
    await writes!.trash!(shortcut.id);
    expect(graph.control.list({ person: 'bruno', path: '' })).toEqual([]);
    expect(graph.control.list({ person: 'chen', path: 'For Bruno' })).toHaveLength(7);
  });

  it('is found by the feed, walked again every hour, and deleted with all its contents', async () => {
    let cursor = await listAll();
    expect(paths()).toEqual([]);
    addShortcut('Chen');
    cursor = await nextRun(cursor);
    expect(paths()).toEqual(inside);

    write('For Bruno/new.txt');
    graph.control.remove({ person: 'chen', path: 'For Bruno/Plans/b.txt' });
    graph.control.move({ person: 'chen', from: 'For Bruno/Plans/c.txt', to: 'c.txt' });
    graph.control.clearCalls();
    cursor = await nextRun(cursor);
    expect(paths()).toEqual(inside);
    const ofChen = `GET /v1.0/drives/${encodeURIComponent(graph.state.ownDrive('chen').id)}`;
    expect(graph.control.calls({ prefix: ofChen })).toBe(0);
    later(HOUR);
    cursor = await nextRun(cursor);
    expect(paths()).toEqual([
      'Chen',
      'Chen/Plans',
      'Chen/Plans/d.txt',
      'Chen/Plans/e.txt',
      'Chen/a.txt',
      'Chen/new.txt',
    ]);

    graph.control.remove({ person: 'bruno', path: 'Chen' });
    cursor = await nextRun(cursor);
    expect(paths()).toEqual([]);
    later(HOUR);
    await nextRun(cursor);
    expect(paths()).toEqual([]);
  });

  it('stays unchanged while it can’t be opened or listed, and is reported', async () => {
    addShortcut('Chen');
    let cursor = await listAll();
    expect(closed()).toBe(0);
    graph.control.unshare({ person: 'chen', path: 'For Bruno', with: 'bruno' });
    later(HOUR);
    cursor = await nextRun(cursor);
    expect(paths()).toEqual(inside);
    expect(closed()).toBe(1);
    await listAll();
    expect(paths()).toEqual(inside);
    expect(closed()).toBe(1);

    // One folder in it can’t be listed, so deletions elsewhere wait until everything is known.
    graph.control.share({ person: 'chen', path: 'For Bruno', with: 'bruno' });
    graph.control.remove({ person: 'chen', path: 'For Bruno/a.txt' });
    const plans = graph.control.list({ person: 'chen', path: 'For Bruno' }).find(({ kind }) => kind === 'folder')!;
    const drive = encodeURIComponent(graph.state.ownDrive('chen').id);
    const path = `/v1.0/drives/${drive}/items/${plans.id}/children`;
    graph.control.fail({ path, action: { kind: 'status', status: 403 } });
    later(HOUR);
    cursor = await nextRun(cursor);
    expect(paths()).toEqual(inside);
    later(HOUR);
    await nextRun(cursor);
    expect(paths()).toEqual(inside.filter((one) => one !== 'Chen/a.txt'));
  });

  it('is closed without the additional access, while the own drive works', async () => {
    addShortcut('Chen');
    graph.control.write({ person: 'bruno', path: 'mine.txt', text: 'mine' });
    scopes = ['User.Read', 'Files.ReadWrite'];
    const cursor = await listAll();
    expect(paths()).toEqual(['Chen', 'mine.txt']);
    expect(closed()).toBe(1);
    scopes = undefined;
    graph.control.expireTokens({ person: 'bruno' });
    later(HOUR);
    await nextRun(cursor);
    expect(paths()).toEqual([...inside, 'mine.txt']);
    expect(closed()).toBe(0);
  });
});

describe('a folder that can be reached twice', () => {
  it('is listed once: by two shortcuts, or by one to a folder in it', async () => {
    const first = addShortcut('Chen');
    const cursor = await listAll();
    const second = addShortcut('Again');
    addShortcut('Plans', 'For Bruno/Plans');
    const shown = first < second ? 'Chen' : 'Again';
    const once = [
      'Again',
      'Chen',
      `${shown}/a.txt`,
      'Plans',
      ...['b', 'c', 'd', 'e'].map((name) => `Plans/${name}.txt`),
    ].sort();
    await listAll();
    expect(paths()).toEqual(once);
    later(HOUR);
    await nextRun(cursor);
    expect(paths()).toEqual(once);
  });

  it('has no loop by a shortcut in it, and is a link if its library is listed anyway', async () => {
    graph.control.addShortcut({ person: 'chen', path: 'For Bruno/Back', to: { person: 'bruno', path: '' } });
    const library = 'Harbour project/Drawings';
    graph.control.mkdir({ person: 'bruno', library, path: 'Sheets' });
    graph.control.addShortcut({ person: 'bruno', path: 'Sheets', to: { person: 'bruno', library, path: 'Sheets' } });
    addShortcut('Chen');
    await listAll();
    expect(paths()).toEqual([...inside, 'Chen/Back', 'Sheets'].sort());
    const kinds = [...stored.values()].filter(({ name }) => name === 'Back' || name === 'Sheets');
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['folder', 'link', 'link']);
  });
});

it('follows selected folders that hold a shortcut, or are in another person’s folder', async () => {
  graph.control.mkdir({ person: 'bruno', path: 'Work' });
  graph.control.mkdir({ person: 'bruno', path: 'Other' });
  addShortcut('Work/Chen');
  const work = `${graph.state.ownDrive('bruno').id}/${graph.state.ownDrive('bruno').at(['Work'])!.id}` as RemoteId;
  let cursor = await listAll({ mode: 'selected', roots: [work] });
  expect(paths()).toContain('Work/Chen/Plans/e.txt');
  write('For Bruno/new.txt');
  later(HOUR);
  cursor = await nextRun(cursor);
  expect(paths()).toContain('Work/Chen/new.txt');

  const plans = [...stored.values()].find(({ name }) => name === 'Plans')!.id;
  cursor = await listAll({ mode: 'selected', roots: [plans] });
  expect(paths()).toEqual(['Plans', ...['b', 'c', 'd', 'e'].map((name) => `Plans/${name}.txt`)]);
  graph.control.remove({ person: 'chen', path: 'For Bruno/Plans/b.txt' });
  later(HOUR);
  await nextRun(cursor);
  expect(paths()).not.toContain('Plans/b.txt');
});
