import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { browseAll, readAll } from '../kit/conformance/suite.ts';
import type { Checkpoint, RemoteId, RemoteItem } from '../kit/session.ts';
import { startWorld } from './testing/world.ts';

/** Keys that are invalid or surprising as paths. */
const odd = [
  '/leading',
  'a//b',
  'dots/./x',
  'dots/../y',
  'both',
  'both/inside',
  'control\u0001\u000b\r\n.txt',
  'unmarked/deep/er/file',
  'marked/',
  'trailing//',
];

const world = await forThisFile(startWorld({ quirks: { pageSize: 3 } }));
const session = world.open();

async function enumerated(from: Checkpoint | null = null) {
  const batches = [];
  for await (const batch of session.files!.enumerate({ mode: 'all' }, { from, signal: new AbortController().signal }))
    batches.push(batch);
  return { items: batches.flatMap(({ items }) => items), failures: batches.flatMap(({ failures }) => failures) };
}
const lines = (items: readonly RemoteItem[]) =>
  items.map(({ id, parentId, name, kind }) => `${kind} ${id} = ${name} in ${parentId ?? 'top'}`).sort();

describe('odd keys', () => {
  beforeAll(() => {
    for (const key of odd) world.bucket.write(key, Buffer.from(key.endsWith('/') ? '' : `I am ${key}`));
  });

  it('are listed once each with displayable names', async () => {
    const { items, failures } = await enumerated();
    expect(failures).toEqual([]);
    expect(lines(items)).toEqual(
      [
        'folder / = (no name) in top',
        'file /leading = leading in /',
        'folder a/ = a in top',
        'folder a// = (no name) in a/',
        'file a//b = b in a//',
        'folder dots/ = dots in top',
        'folder dots/./ = ． in dots/',
        'file dots/./x = x in dots/./',
        'folder dots/../ = ．． in dots/',
        'file dots/../y = y in dots/../',
        'file both = both in top',
        'folder both/ = both in top',
        'file both/inside = inside in both/',
        'file control\u0001\u000b\r\n.txt = control\u0001\u000b\r\n.txt in top',
        'folder unmarked/ = unmarked in top',
        'folder unmarked/deep/ = deep in unmarked/',
        'folder unmarked/deep/er/ = er in unmarked/deep/',
        'file unmarked/deep/er/file = file in unmarked/deep/er/',
        'folder marked/ = marked in top',
        'folder trailing/ = trailing in top',
        'folder trailing// = (no name) in trailing/',
      ].sort(),
    );
  });

  it('are browsed, described and read with the same fields', async () => {
    const { items } = await enumerated();
    for (const item of items) {
      expect(await session.files!.stat(item.id)).toEqual(item);
      expect(await browseAll(session.files!, item.parentId)).toContainEqual(item);
      if (item.kind === 'file') expect((await readAll(session.files!, item.id)).toString()).toBe(`I am ${item.id}`);
    }
  });

  it('are moved and copied unchanged', async () => {
    const copy = await session.writes!.copy!('dots/../y' as RemoteId, { parentId: null, name: 'y copied' });
    expect((await readAll(session.files!, copy.id)).toString()).toBe('I am dots/../y');
    const moved = await session.writes!.move!('dots/' as RemoteId, { name: 'points' });
    expect(moved).toMatchObject({ id: 'points/', kind: 'folder' });
    expect(world.bucket.keys().filter((key) => key.includes('ts/'))).toEqual(['points/../y', 'points/./x']);
    const renamed = await session.writes!.move!('both' as RemoteId, { name: 'only' });
    expect(renamed.id).toBe('only');
    expect(world.bucket.get('both/inside')).toBeDefined();
  });

  it('are deleted with their folder, and nothing else is', async () => {
    for (const id of ['/', 'a/', 'unmarked/', 'control\u0001\u000b\r\n.txt'])
      await session.writes!.delete(id as RemoteId);
    world.bucket.write('only/\u0002', Buffer.from('in the way of XML'));
    world.bucket.write('only/plain', Buffer.from('x'));
    await session.writes!.delete('only/' as RemoteId);
    expect([...world.bucket.keys()]).toEqual(
      ['both/inside', 'marked/', 'only', 'points/../y', 'points/./x', 'trailing//', 'y copied'].sort(),
    );
  });

  it('resume an enumeration after any key', async () => {
    const all = (await enumerated()).items.map(({ id }) => id as string);
    for (const key of world.bucket.keys()) {
      const rest = (await enumerated(`1:${key}` as Checkpoint)).items.map(({ id }) => id as string);
      expect(rest).toEqual(all.slice(all.length - rest.length));
      expect(rest.filter((id) => id === key)).toEqual([]);
    }
  });
});

describe('a key that can’t be an item', () => {
  it('is reported, and stops nothing else', async () => {
    for (const key of world.bucket.keys()) world.bucket.delete(key);
    world.bucket.write('folder/', Buffer.from('bytes'));
    world.bucket.write('folder/file', Buffer.from('x'));
    world.bucket.write(`${'d/'.repeat(511)}xx`, Buffer.from('deep'));
    const { items, failures } = await enumerated();
    expect(items.filter(({ id }) => id.startsWith('folder')).map(({ id }) => id)).toEqual(['folder/', 'folder/file']);
    expect(failures).toMatchObject([
      { id: 'folder/(contents)', error: { code: 'forbidden', message: expect.stringContaining('“folder/”') } },
    ]);
  });
});
