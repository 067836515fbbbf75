import { randomBytes } from 'node:crypto';
import { type GraphSandbox, startGraph } from '@sheaf/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change, Cursor, RemoteId, RemoteItem, Scope, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { cursorOf, parseCursor } from './cursor.ts';
import { onedrive } from './index.ts';

const { signal } = new AbortController();
let graph: GraphSandbox;
let account: ReturnType<typeof testAccount>;
let session: Session;
let now: Date;
afterEach(async () => {
  await account.close();
  await graph.stop();
});

async function start(person: 'ada' | 'bruno'): Promise<void> {
  graph = await startGraph({ samples: false, pageSize: 3 });
  const context = testAccount({ urls: graph.urls, token: () => graph.control.authorize({ person }).accessToken });
  now = new Date();
  account = { ...context, now: () => now };
  session = onedrive.open(account);
}

const random = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
const feed = () => session.files!.changes!;

async function changesSince(from: Cursor): Promise<{ changes: Change<RemoteItem>[]; cursor: Cursor }> {
  const changes: Change<RemoteItem>[] = [];
  let cursor = from;
  for await (const page of feed().since(from, signal)) {
    changes.push(...page.changes);
    cursor = page.cursor;
  }
  return { changes, cursor };
}
const names = (changes: readonly Change<RemoteItem>[]) => [
  ...new Set(changes.map((change) => (change.kind === 'upsert' ? change.item.name : change.kind))),
];

describe.each(['ada', 'bruno'] as const)('the feed of a drive (%s)', (person) => {
  beforeEach(() => start(person));
  const { write, mkdir, move, remove } = {
    write: (path: string, text = path) => graph.control.write({ person, path, text }),
    mkdir: (path: string) => graph.control.mkdir({ person, path }),
    move: (from: string, to: string) => graph.control.move({ person, from, to }),
    remove: (path: string) => graph.control.remove({ person, path }),
  };
  const idOf = (id: string) => `${graph.state.ownDrive(person).id}/${id}` as RemoteId;

  it('uses the last state of an item that is reported several times', async () => {
    const from = await feed().start({ mode: 'all' });
    const id = idOf(write('one.txt', 'first'));
    write('one.txt', 'second');
    move('one.txt', 'two.txt');
    const { changes } = await changesSince(from);
    const last = changes.findLast((change) => change.kind === 'upsert' && change.item.id === id);
    expect(last).toMatchObject({ item: { name: 'two.txt', size: 6 } });
    remove('two.txt');
    const deleted = (await changesSince(from)).changes.filter((change) => change.kind === 'delete');
    expect(deleted.at(-1)).toEqual({ kind: 'delete', id });
  });

  it('demands a new listing after its position has expired, with either hint', async () => {
    write('a.txt');
    const even = await feed().start({ mode: 'all' });
    write('b.txt');
    const odd = await feed().start({ mode: 'all' });
    graph.control.expireDelta();
    const position = parseCursor(odd, graph.urls.graph);
    for (const drive of position.drives) drive.link = drive.link!.replace(/token=\w+/, 'token=nonsense');
    const strange = cursorOf(position, graph.urls.graph);
    for (const cursor of [even, odd, strange])
      await expect(changesSince(cursor)).rejects.toMatchObject({ code: 'cursor_expired' });
  });

  it('reports later what it doesn’t report yet, and loses nothing', async () => {
    const from = await feed().start({ mode: 'all' });
    graph.control.freezeDelta();
    write('late.txt');
    const early = await changesSince(from);
    expect(names(early.changes)).toEqual([]);
    graph.control.thawDelta();
    expect(names((await changesSince(early.cursor)).changes)).toEqual(['late.txt']);
  });

  it('reports everything in a restored folder', async () => {
    const folder = mkdir('folder');
    write('folder/inside.txt');
    remove('folder');
    const from = await feed().start({ mode: 'all' });
    graph.control.restore({ person, id: folder });
    expect(names((await changesSince(from)).changes).sort()).toEqual(['folder', 'inside.txt']);
  });

  it('reports the contents of a folder that is moved into a selected one', async () => {
    const chosen = mkdir('chosen');
    mkdir('elsewhere');
    mkdir('elsewhere/folder');
    mkdir('elsewhere/folder/deeper');
    write('elsewhere/folder/deeper/treasure.txt');
    const scope: Scope = { mode: 'selected', roots: [idOf(chosen)] };
    const from = await feed().start(scope);
    move('elsewhere/folder', 'chosen/folder');
    const { changes, cursor } = await changesSince(from);
    expect(names(changes)).toEqual(expect.arrayContaining(['folder', 'deeper', 'treasure.txt']));
    graph.control.clearCalls();
    move('chosen/folder', 'elsewhere/folder');
    expect(names((await changesSince(cursor)).changes)).not.toContain('treasure.txt');
    expect(graph.control.calls({ prefix: 'GET /v1.0/drives/*/items/*/children' })).toBe(0);
  });
});

describe('the libraries of sites', () => {
  beforeEach(() => start('bruno'));

  it('cause no error once they are deleted', async () => {
    const roots = [
      'b!gone/root',
      `${graph.state.ownDrive('bruno').id}/${graph.control.mkdir({ person: 'bruno', path: 'a' })}`,
    ];
    const from = await feed().start({ mode: 'selected', roots: roots as RemoteId[] });
    graph.control.write({ person: 'bruno', path: 'a/b.txt', text: 'b' });
    expect(names((await changesSince(from)).changes)).toEqual(['b.txt']);
  });

  it('leave out the folders above a change, like other business drives, so that none is listed for it', async () => {
    const chosen = graph.control.mkdir({ person: 'bruno', path: 'chosen' });
    graph.control.mkdir({ person: 'bruno', path: 'chosen/folder' });
    const root = `${graph.state.ownDrive('bruno').id}/${chosen}` as RemoteId;
    const from = await feed().start({ mode: 'selected', roots: [root] });
    graph.control.write({ person: 'bruno', path: 'chosen/folder/new.txt', text: 'new' });
    graph.control.clearCalls();
    expect(names((await changesSince(from)).changes)).toEqual(['new.txt']);
    expect(graph.control.calls({ prefix: 'GET /v1.0/drives/*/items/*/children' })).toBe(0);
  });

  it('are checked every hour: new ones are reported with all contents, others deleted', async () => {
    const library = 'Archive of old projects/Documents';
    graph.control.write({ person: 'bruno', library, path: 'old.txt', text: 'old' });
    const from = await feed().start({ mode: 'all' });
    graph.control.follow({ person: 'bruno', site: 'Archive of old projects', follows: true });
    expect(names((await changesSince(from)).changes)).toEqual([]);
    now = new Date(now.getTime() + 2 * 3_600_000);
    const { changes, cursor } = await changesSince(from);
    expect(names(changes)).toEqual(['Archive of old projects - Documents', 'old.txt']);
    const folder = changes.flatMap((change) => (change.kind === 'upsert' ? [change.item] : []))[0]!;

    graph.control.follow({ person: 'bruno', site: 'Archive of old projects', follows: false });
    now = new Date(now.getTime() + 2 * 3_600_000);
    expect((await changesSince(cursor)).changes).toEqual([{ kind: 'delete', id: folder.id }]);
  });

  it('have feeds of their own, in one cursor', async () => {
    const library = 'Harbour project/Drawings';
    const from = await feed().start({ mode: 'all' });
    graph.control.write({ person: 'bruno', library, path: 'plan.svg', text: 'plan' });
    graph.control.write({ person: 'bruno', path: 'mine.txt', text: 'mine' });
    // Twenty libraries with the longest tokens ever seen fit as well.
    const drives = Array.from({ length: 21 }, () => {
      const link = `${graph.urls.graph}/drives/${random(66)}/root/delta?$select=${'id,name,'.repeat(20)}&token=${random(400)}`;
      return { id: random(66), rootId: random(34), name: random(60), link };
    });
    expect(cursorOf({ roots: null, checkedAt: 0, drives }, graph.urls.graph).length).toBeLessThan(16 * 1024);
    expect(names((await changesSince(from)).changes).sort()).toEqual(['mine.txt', 'plan.svg']);
  });
});
