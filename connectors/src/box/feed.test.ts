import { startBox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, Cursor, RemoteItem } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { box } from './index.ts';

const person = 'bruno';
const { signal } = new AbortController();
const DAY = 86_400_000;
let later: number;
const sandbox = await forThisFile(startBox({ samples: false, pageSize: 100 }));
const token = () => sandbox.control.authorize({ person }).accessToken;
const account = await forThisFile(testAccount({ urls: sandbox.urls, token }));
const session = box.open({ ...account, now: () => new Date(Date.now() + later) });
beforeEach(() => {
  later = 0;
  sandbox.control.clearFaults();
  for (const { path } of sandbox.control.list({ person, path: '' }))
    if (!path.includes('/')) sandbox.control.remove({ person, path });
  // Prevents events of the previous test from coming again.
  sandbox.control.expirePositions({ person });
});

const at = (path: string) => ({ person, path }) as const;
const start = () => session.files!.changes!.start({ mode: 'all' });
async function since(from: Cursor) {
  const changes: Change<RemoteItem>[] = [];
  let cursor = from;
  for await (const page of session.files!.changes!.since(from, signal)) {
    changes.push(...page.changes);
    cursor = page.cursor;
  }
  const named = changes.map((change) => (change.kind === 'upsert' ? change.item.name : change.kind));
  return { changes, named, cursor };
}

describe('events of Box', () => {
  it('report the latest state when they come out of order over several pages', async () => {
    const from = await start();
    sandbox.control.mkdir(at('a'));
    for (let file = 0; file < 150; file++) sandbox.control.write({ ...at(`a/${file}.txt`), text: 'x' });
    for (let file = 0; file < 50; file++) sandbox.control.trash(at(`a/${file}.txt`));
    sandbox.control.move({ person, from: 'a', to: 'b' });
    sandbox.control.reverseEvents({ person, count: 1000 });
    const { changes } = await since(from);
    const last = new Map(changes.map((change) => [change.kind === 'upsert' ? change.item.id : change.kind, change]));
    const names = [...last.values()].flatMap((change) => (change.kind === 'upsert' ? [change.item.name] : []));
    expect(names.filter((name) => name.endsWith('.txt'))).toHaveLength(100);
    expect(names).toContain('b');
    expect(names).not.toContain('a');
  });

  it('cost few calls when they concern many files of a folder', async () => {
    sandbox.control.mkdir(at('bulk'));
    const { cursor } = await since(await start());
    for (let file = 0; file < 90; file++) sandbox.control.write({ ...at(`bulk/${file}.txt`), text: 'x' });
    sandbox.control.clearCalls();
    const { changes } = await since(cursor);
    expect(new Set(changes.map((change) => change.kind === 'upsert' && change.item.id)).size).toBeGreaterThanOrEqual(
      90,
    );
    expect(sandbox.control.calls({ prefix: 'GET ' })).toBeLessThan(10);
  });

  it.each<[string, () => void, string[]]>([
    ['a copied folder', () => sandbox.control.copy({ person, from: 'full', to: 'copy' }), ['copy', 'in it.txt']],
    ['a folder somebody shares', () => sandbox.control.share({ person, name: 'Theirs' }), ['Theirs', 'Inside.txt']],
    ['a moved folder', () => sandbox.control.move({ person, from: 'full', to: 'other/full' }), ['full', 'in it.txt']],
    ['a renamed folder', () => sandbox.control.move({ person, from: 'full', to: 'renamed' }), ['renamed']],
  ])('report %s with what no event is about', async (_, edit, expected) => {
    sandbox.control.mkdir(at('full'));
    sandbox.control.mkdir(at('other'));
    sandbox.control.write({ ...at('full/in it.txt'), text: 'x' });
    const from = await start();
    edit();
    // Box repeats the previous two events.
    const again = ['full', 'other', 'in it.txt'];
    const { named } = await since(from);
    expect(named).toEqual(expect.arrayContaining(expected));
    expect(named.filter((name) => !expected.includes(name) && !again.includes(name))).toEqual([]);
  });

  it('report a restored folder with everything below it', async () => {
    sandbox.control.mkdir(at('full'));
    sandbox.control.write({ ...at('full/in it.txt'), text: 'x' });
    const trashed = sandbox.control.trash(at('full'));
    const gone = await since(await start());
    sandbox.control.restore({ person, ...trashed });
    expect((await since(gone.cursor)).named).toEqual(expect.arrayContaining(['full', 'in it.txt']));
  });

  it.each<[string, (path: string) => void]>([
    ['is no longer shared', (path) => sandbox.control.unshare(at(path))],
    ['was moved out of sight', (path) => sandbox.control.moveAway(at(path))],
  ])('report as deleted what %s', async (_, lose) => {
    sandbox.control.share({ person, name: 'Theirs' });
    const from = (await since(await start())).cursor;
    const theirs = `folder:${sandbox.control.list({ person, path: '' })[0]!.id}`;
    lose('Theirs');
    const { changes } = await since(from);
    expect(changes.filter(({ kind }) => kind === 'delete')).toEqual([{ kind: 'delete', id: theirs }]);
  });

  it('delete nothing when an item can’t be read at the moment', async () => {
    sandbox.control.write({ ...at('kept.txt'), text: 'x' });
    const from = (await since(await start())).cursor;
    sandbox.control.write({ ...at('kept.txt'), text: 'y' });
    const action = { kind: 'status', status: 403, reason: 'forbidden_by_policy' } as const;
    sandbox.control.fail({ path: '/2.0/files/', times: 10, action });
    expect((await since(from)).changes.filter(({ kind }) => kind === 'delete')).toEqual([]);
  });

  it('are ignored when they are about comments', async () => {
    const from = (await since(await start())).cursor;
    sandbox.control.comment({ person });
    expect((await since(from)).changes).toEqual([]);
  });

  it('expire when Box says so, or by age', async () => {
    const from = await start();
    sandbox.control.expirePositions({ person });
    await expect(since(from)).rejects.toMatchObject({ code: 'cursor_expired' });
    const recent = await start();
    later = 13 * DAY;
    const renewed = await since(recent);
    later = 15 * DAY;
    await expect(since(recent)).rejects.toMatchObject({ code: 'cursor_expired' });
    expect((await since(renewed.cursor)).changes).toEqual([]);
  });
});
