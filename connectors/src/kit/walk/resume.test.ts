import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Checkpoint } from '../session.ts';
import { all, anyTree, itemOf, source, walk } from '../testing/walking.ts';

test('resumes from the checkpoint after any number of interruptions, and misses nothing', async () => {
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

test('lists only the path to the checkpoint again when resuming', async () => {
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
    const walked = await all(walk({ list, from, parallel: () => 1 }));
    const again = [...stats.listed.keys()].filter(
      (folder) =>
        [...tree].some((path) => path.startsWith(folder)) && !walked.ids.some((id) => itemOf(id).parentId === folder),
    );
    expect(again.length).toBeLessThanOrEqual(3);
  }
});

test('batches small folders together, and splits and resumes huge ones', async () => {
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

test('keeps the checkpoint small, 200 levels deep with long names', async () => {
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

test('reports a failure if the path to the checkpoint can’t be listed any more', async () => {
  const tree = new Set(['/a/', '/a/b/', '/a/b/1', '/a/b/2', '/a/b/3', '/a/c/', '/a/c/1']);
  const start = walk({ ...source(tree), batchSize: 1 });
  await start.next();
  await start.next();
  const { checkpoint } = (await start.next()).value!;
  await start.return();
  const walked = await all(walk({ ...source(tree, { '/a/': 'forbidden' }), from: checkpoint }));
  expect(walked.failures).toEqual(['/a/ forbidden']);
});
