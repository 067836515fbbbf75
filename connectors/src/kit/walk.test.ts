import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConnectorError, type ConnectorErrorCode } from './errors.ts';
import type { Batch, Checkpoint, RemoteId, RemoteItem } from './session.ts';
import { type WalkOptions, walkTree } from './walk.ts';

/** Paths; those that end with a slash are folders. The root is '/'. */
type Tree = ReadonlySet<string>;

function itemOf(path: string, revision = 'r'): RemoteItem {
  const parts = path.replace(/\/$/, '').split('/');
  const name = parts.pop()!;
  const kind = path.endsWith('/') ? 'folder' : 'file';
  const parentId = `${parts.join('/')}/` as RemoteId;
  const id = path as RemoteId;
  return { id, parentId, name, kind, mimeType: null, size: null, modifiedAt: null, revision, hashes: {} };
}

function source(tree: Tree, failing: Record<string, ConnectorErrorCode> = {}) {
  const children = new Map<string, RemoteItem[]>([['/', []]]);
  for (const path of tree) if (path.endsWith('/')) children.set(path, []);
  for (const path of tree) children.get(itemOf(path).parentId!)!.push(itemOf(path));
  const listed = new Map<string, number>();
  let running = 0;
  const stats = { listed, mostRunning: 0, running: () => running };
  const list = async (folder: RemoteId) => {
    listed.set(folder, (listed.get(folder) ?? 0) + 1);
    stats.mostRunning = Math.max(stats.mostRunning, ++running);
    await new Promise((done) => setImmediate(done));
    running--;
    if (failing[folder]) throw new ConnectorError(failing[folder], 'no');
    // No order can be relied on.
    return { items: [...children.get(folder)!].sort(() => (listed.get(folder)! % 2 ? 1 : -1)) };
  };
  return { list, stats };
}

type Given = Partial<WalkOptions> & Pick<WalkOptions, 'list'>;
const walk = (given: Given) =>
  walkTree({
    roots: ['/' as RemoteId],
    parallel: () => 4,
    from: null,
    signal: new AbortController().signal,
    batchSize: 3,
    ...given,
  });

async function all(batches: AsyncIterable<Batch<RemoteItem>>) {
  const result = { ids: [] as string[], failures: [] as string[], unchanged: [] as string[], batches: 0 };
  for await (const batch of batches) {
    result.batches++;
    result.ids.push(...batch.items.map(({ id }) => id));
    result.failures.push(...batch.failures.map(({ id, error }) => `${id} ${error.code}`));
    result.unchanged.push(...batch.unchanged);
  }
  return result;
}

/** Random trees as lists of steps: where to go, and how many files to leave there. */
const anyTree: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 9 })), { maxLength: 25 })
  .map((steps) => {
    const folders = ['/'];
    const tree = new Set<string>();
    for (const [n, [at, files]] of steps.entries()) {
      const folder = `${folders[at % folders.length]}d${n}/`;
      folders.push(folder);
      tree.add(folder);
      for (let file = 0; file < files; file++) tree.add(`${folder}f${file}`);
    }
    return tree;
  });

test('tells every item of any tree exactly once, listing every folder once', async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, fc.integer({ min: 1, max: 8 }), async (tree, parallel) => {
      const { list, stats } = source(tree);
      const told = await all(walk({ list, parallel: () => parallel }));
      expect(told.ids.sort()).toEqual([...tree].sort());
      expect([...stats.listed.values()].every((times) => times === 1)).toBe(true);
      expect(stats.mostRunning).toBeLessThanOrEqual(parallel);
    }),
    { numRuns: 60 },
  );
});

test('interrupted anywhere, any number of times, it goes on from the checkpoint and misses nothing', async () => {
  const interruptions = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(anyTree, interruptions, fc.integer({ min: 1, max: 6 }), async (tree, stops, parallel) => {
      const { list, stats } = source(tree);
      const ids: string[] = [];
      let from: Checkpoint | null = null;
      for (const stop of [...stops, Number.POSITIVE_INFINITY]) {
        let batches = 0;
        for await (const batch of walk({ list, from, parallel: () => parallel })) {
          ids.push(...batch.items.map(({ id }) => id));
          from = batch.checkpoint;
          if (++batches === stop) break;
        }
        while (stats.running() > 0) await new Promise((done) => setImmediate(done));
      }
      expect(ids.sort()).toEqual([...tree].sort());
      for (const times of stats.listed.values()) expect(times).toBeLessThanOrEqual(1 + stops.length);
    }),
    { numRuns: 100 },
  );
});

test('going on lists the way to the checkpoint again and nothing else', async () => {
  const tree = new Set<string>();
  for (const a of 'abcd') {
    tree.add(`/${a}/`);
    for (const b of 'abcd') {
      tree.add(`/${a}/${b}/`);
      for (const c of 'abcd') tree.add(`/${a}/${b}/${c}`);
    }
  }
  const { list, stats } = source(tree);
  const checkpoints: Checkpoint[] = [];
  for await (const batch of walk({ list, parallel: () => 1 })) checkpoints.push(batch.checkpoint);
  expect(stats.listed.size).toBe(21);
  for (const from of checkpoints) {
    stats.listed.clear();
    const told = await all(walk({ list, from, parallel: () => 1 }));
    const again = [...stats.listed.keys()].filter(
      (folder) =>
        [...tree].some((path) => path.startsWith(folder)) && !told.ids.some((id) => itemOf(id).parentId === folder),
    );
    expect(again.length).toBeLessThanOrEqual(3);
  }
});

test('the order is the same whatever the parallelism and the order of listings', async () => {
  const tree = new Set(['/a/', '/b/', '/a/c/', '/a/c/1', '/b/2', '/3', '/a/4']);
  const order = async (parallel: number) =>
    (await all(walk({ list: source(tree).list, parallel: () => parallel, batchSize: 1 }))).ids;
  expect(await order(1)).toEqual(await order(8));
});

test('small folders share a batch, huge ones are split and resumed inside', async () => {
  const small = new Set(Array.from({ length: 40 }, (_, n) => [`/d${n}/`, `/d${n}/f`]).flat());
  expect((await all(walk({ ...source(small), batchSize: 1000 }))).batches).toBe(1);
  const huge = new Set(Array.from({ length: 2500 }, (_, n) => `/f${n}`));
  const { list } = source(huge);
  const seen: string[] = [];
  let from: Checkpoint | null = null;
  for (let n = 0; n < 3; n++)
    for await (const batch of walk({ list, from, batchSize: 1000 })) {
      expect(batch.items.length).toBeLessThanOrEqual(1000);
      seen.push(...batch.items.map(({ id }) => id));
      from = batch.checkpoint;
      break;
    }
  expect(new Set(seen)).toEqual(huge);
  expect(seen).toHaveLength(2500);
});

test('a checkpoint stays small, 200 levels deep with long names', async () => {
  const tree = new Set<string>();
  for (let depth = 1, path = '/'; depth <= 200; depth++) {
    path += `${'long name '.repeat(10)}${depth}/`;
    tree.add(path);
  }
  let longest = 0;
  const ids: string[] = [];
  for await (const { checkpoint, items } of walk({ ...source(tree), batchSize: 1 })) {
    longest = Math.max(longest, checkpoint.length);
    ids.push(...items.map(({ id }) => id));
  }
  expect(ids).toHaveLength(200);
  expect(longest).toBeGreaterThan(200);
  expect(longest).toBeLessThan(16_384 / 4);
});

test('a loop of folders ends, as a failure', async () => {
  const list = async (folder: RemoteId) => ({ items: [itemOf(`${folder}again/`)] });
  const { ids, failures } = await all(walk({ list, batchSize: 1000 }));
  expect(ids).toHaveLength(512);
  expect(failures).toEqual([expect.stringContaining('forbidden')]);
});

test('a folder that cannot be listed is a failure, one that has gone is nothing, the rest goes on', async () => {
  const tree = new Set(['/no/', '/gone/', '/ill/', '/yes/', '/yes/file']);
  const { list } = source(tree, { '/no/': 'forbidden', '/gone/': 'not_found', '/ill/': 'unavailable' });
  const told = await all(walk({ list }));
  expect(told.ids.sort()).toEqual([...tree].sort());
  expect(told.failures.sort()).toEqual(['/ill/ unavailable', '/no/ forbidden']);
});

test('a root that has gone is a failure', async () => {
  const told = await all(walk(source(new Set(), { '/': 'not_found' })));
  expect(told.failures).toEqual(['/ not_found']);
});

test('a way to the checkpoint that can no longer be listed is a failure, not silence', async () => {
  const tree = new Set(['/a/', '/a/b/', '/a/b/1', '/a/b/2', '/a/b/3', '/a/c/', '/a/c/1']);
  const start = walk({ ...source(tree), batchSize: 1 });
  await start.next();
  await start.next();
  const { checkpoint } = (await start.next()).value!;
  await start.return();
  const told = await all(walk({ ...source(tree, { '/a/': 'forbidden' }), from: checkpoint }));
  expect(told.failures).toEqual(['/a/ forbidden']);
});

test.each(['auth_revoked', 'auth_expired', 'rate_limited'] as const)('%s ends the walk', async (code) => {
  await expect(all(walk(source(new Set(['/a/']), { '/a/': code })))).rejects.toMatchObject({ code });
});

test('a source that is down ends the walk, at its root or after many folders in a row', async () => {
  const down = (paths: string[]) =>
    source(new Set(paths), Object.fromEntries(paths.map((path) => [path, 'unavailable' as const])));
  await expect(all(walk(source(new Set(), { '/': 'unavailable' })))).rejects.toMatchObject({ code: 'unavailable' });
  const folders = (count: number) => Array.from({ length: count }, (_, n) => `/d${n}/`);
  expect((await all(walk(down(folders(9))))).failures).toHaveLength(9);
  await expect(all(walk(down(folders(10))))).rejects.toMatchObject({ code: 'unavailable' });
});

test('what is no ConnectorError ends the walk', async () => {
  const bug = new TypeError('bug');
  await expect(all(walk({ list: () => Promise.reject(bug) }))).rejects.toBe(bug);
});

test('folders with the revision already known are told unchanged, and nothing below is listed', async () => {
  const tree = new Set(['/same/', '/same/x/', '/new/', '/new/same/', '/new/same/y', '/new/z']);
  const { list, stats } = source(tree);
  const known = async (folders: readonly RemoteId[]) =>
    new Map(folders.map((id) => [id, id.endsWith('same/') ? 'r' : 'older'] as const));
  const told = await all(walk({ list, known }));
  expect(told.ids.sort()).toEqual(['/new/', '/new/same/', '/new/z', '/same/']);
  expect(told.unchanged.sort()).toEqual(['/new/same/', '/same/']);
  expect([...stats.listed.keys()].sort()).toEqual(['/', '/new/']);
});

test('roots given as items are told, and skipped when unchanged', async () => {
  const tree = new Set(['/a/', '/a/1', '/b/', '/b/2', '/c/']);
  const { list, stats } = source(tree);
  const known = async (folders: readonly RemoteId[]) =>
    new Map(folders.map((id) => [id, id === '/b/' ? 'r' : ''] as const));
  const told = await all(walk({ list, known, roots: [itemOf('/a/'), itemOf('/b/')] }));
  expect(told.ids.sort()).toEqual(['/a/', '/a/1', '/b/']);
  expect(told.unchanged).toEqual(['/b/']);
  expect([...stats.listed.keys()]).toEqual(['/a/']);
});

test('an aborted walk ends with the reason, and stops asking', async () => {
  const tree = new Set(Array.from({ length: 50 }, (_, n) => `/d${n}/`));
  const { list, stats } = source(tree);
  const abort = new AbortController();
  const reason = new Error('stop');
  const walking = walk({ list, signal: abort.signal, parallel: () => 2, batchSize: 1 });
  await walking.next();
  abort.abort(reason);
  await expect(all(walking)).rejects.toBe(reason);
  const { size } = stats.listed;
  await new Promise((done) => setTimeout(done, 20));
  expect(stats.listed.size).toBeLessThanOrEqual(size + 2);
});

test('listing goes ahead of a slow reader only so far', async () => {
  const tree = new Set<string>();
  for (let n = 0; n < 100; n++) {
    tree.add(`/d${n}/`);
    for (let file = 0; file < 1000; file++) tree.add(`/d${n}/f${file}`);
  }
  const { list, stats } = source(tree);
  const walking = walk({ list, parallel: () => 8, batchSize: 1000 });
  const first = (await walking.next()).value!.items.length;
  await new Promise((done) => setTimeout(done, 300));
  expect(stats.listed.size).toBeGreaterThan(20);
  expect(stats.listed.size).toBeLessThan(70);
  expect(first + (await all(walking)).ids.length).toBe(100_100);
});
