import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RemoteId } from '../session.ts';
import { all, anyTree, itemOf, source, walk } from '../testing/walking.ts';

test('reports every item of any tree exactly once, listing every folder once', async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, fc.integer({ min: 1, max: 8 }), async (tree, parallel) => {
      const { list, stats } = source(tree);
      const walked = await all(walk({ list, parallel: () => parallel }));
      expect(walked.ids.sort()).toEqual([...tree].sort());
      expect([...stats.listed.values()].every((times) => times === 1)).toBe(true);
      expect(stats.maxRunning).toBeLessThanOrEqual(parallel);
    }),
    { numRuns: 60 },
  );
});

test('keeps the same order for any parallelism and any order of listings', async () => {
  const tree = new Set(['/a/', '/b/', '/a/c/', '/a/c/1', '/b/2', '/3', '/a/4']);
  const order = async (parallel: number) =>
    (await all(walk({ list: source(tree).list, parallel: () => parallel, batchSize: 1 }))).ids;
  expect(await order(1)).toEqual(await order(8));
});

test('ends a loop of folders with a failure', async () => {
  const list = async (folder: RemoteId) => ({ items: [itemOf(`${folder}again/`)] });
  const { ids, failures } = await all(walk({ list, batchSize: 1000 }));
  expect(ids).toHaveLength(512);
  expect(failures).toEqual([expect.stringContaining('forbidden')]);
});

test('reports a folder that can’t be listed or isn’t found as a failure, and continues', async () => {
  const tree = new Set(['/no/', '/gone/', '/ill/', '/yes/', '/yes/file']);
  const { list } = source(tree, { '/no/': 'forbidden', '/gone/': 'not_found', '/ill/': 'unavailable' });
  const walked = await all(walk({ list }));
  expect(walked.ids.sort()).toEqual([...tree].sort());
  expect(walked.failures.sort()).toEqual(['/gone/ not_found', '/ill/ unavailable', '/no/ forbidden']);
});

test.each(['forbidden', 'not_found'] as const)(
  'reports a root that is %s as a failure, or fails if the root isn’t an item',
  async (code) => {
    const { list } = source(new Set(['/a/']), { '/': code, '/a/': code });
    await expect(all(walk({ list }))).rejects.toMatchObject({ code });
    const walked = await all(walk({ list, roots: [itemOf('/a/')] }));
    expect(walked.failures).toEqual([`/a/ ${code}`]);
  },
);

test.each(['auth_revoked', 'auth_expired', 'rate_limited'] as const)('%s ends the walk', async (code) => {
  await expect(all(walk(source(new Set(['/a/']), { '/a/': code })))).rejects.toMatchObject({ code });
});

test('fails if the source is down, at its root or after many folders in a row', async () => {
  const down = (paths: string[]) =>
    source(new Set(paths), Object.fromEntries(paths.map((path) => [path, 'unavailable' as const])));
  await expect(all(walk(source(new Set(), { '/': 'unavailable' })))).rejects.toMatchObject({ code: 'unavailable' });
  const folders = (count: number) => Array.from({ length: count }, (_, n) => `/d${n}/`);
  expect((await all(walk(down(folders(9))))).failures).toHaveLength(9);
  await expect(all(walk(down(folders(10))))).rejects.toMatchObject({ code: 'unavailable' });
});

test('fails with an error that isn’t a ConnectorError', async () => {
  const bug = new TypeError('bug');
  await expect(all(walk({ list: () => Promise.reject(bug) }))).rejects.toBe(bug);
});

test('reports folders with a known revision as unchanged, and lists nothing below them', async () => {
  const tree = new Set(['/same/', '/same/x/', '/new/', '/new/same/', '/new/same/y', '/new/z']);
  const { list, stats } = source(tree);
  const known = async (folders: readonly RemoteId[]) =>
    new Map(folders.map((id) => [id, id.endsWith('same/') ? 'r' : 'older'] as const));
  const walked = await all(walk({ list, known }));
  expect(walked.ids.sort()).toEqual(['/new/', '/new/same/', '/new/z', '/same/']);
  expect(walked.unchanged.sort()).toEqual(['/new/same/', '/same/']);
  expect([...stats.listed.keys()].sort()).toEqual(['/', '/new/']);
});

test('reports roots given as items, and skips unchanged ones', async () => {
  const tree = new Set(['/a/', '/a/1', '/b/', '/b/2', '/c/']);
  const { list, stats } = source(tree);
  const known = async (folders: readonly RemoteId[]) =>
    new Map(folders.map((id) => [id, id === '/b/' ? 'r' : ''] as const));
  const walked = await all(walk({ list, known, roots: [itemOf('/a/'), itemOf('/b/')] }));
  expect(walked.ids.sort()).toEqual(['/a/', '/a/1', '/b/']);
  expect(walked.unchanged).toEqual(['/b/']);
  expect([...stats.listed.keys()]).toEqual(['/a/']);
});

test('ends an aborted walk with the reason, and makes no more requests', async () => {
  const tree = new Set(Array.from({ length: 50 }, (_, n) => `/d${n}/`));
  const { list, stats } = source(tree);
  const abort = new AbortController();
  const reason = new Error('stop');
  const walking = walk({ list, signal: abort.signal, parallel: () => 2, batchSize: 1 });
  await walking.next();
  abort.abort(reason);
  await expect(all(walking)).rejects.toBe(reason);
  const { size } = stats.listed;
  await idle(stats);
  expect(stats.listed.size).toBeLessThanOrEqual(size + 2);
});

test('lists only a limited number of folders ahead of a slow reader', async () => {
  const tree = new Set<string>();
  for (let n = 0; n < 100; n++) {
    tree.add(`/d${n}/`);
    for (let file = 0; file < 1000; file++) tree.add(`/d${n}/f${file}`);
  }
  const { list, stats } = source(tree);
  const walking = walk({ list, parallel: () => 8, batchSize: 1000 });
  const first = (await walking.next()).value!.items.length;
  await idle(stats);
  expect(stats.listed.size).toBeGreaterThan(20);
  expect(stats.listed.size).toBeLessThan(70);
  expect(first + (await all(walking)).ids.length).toBe(100_100);
});

/** Resolves when no listing runs. The walk starts the next ones as soon as one ends, so none will follow. */
async function idle({ running }: { running(): number }): Promise<void> {
  do await turn();
  while (running() > 0);
}
