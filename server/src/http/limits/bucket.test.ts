import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allowAlone,
  type Bucket,
  chunk,
  grantOf,
  headStart,
  openBucket,
  receive,
  refund,
  shouldAsk,
  spend,
} from './bucket.ts';

/** Processes that share a row and lose the database while `isAway` says so. */
function simulate(max: number, processes: number, calls: readonly { at: number; isAway: boolean }[]) {
  const buckets: Bucket[] = Array.from({ length: processes }, () => openBucket(max, 0));
  let used = 0;
  let admitted = 0;
  let queries = 0;
  const ask = (bucket: Bucket, isAway: boolean) => {
    if (isAway) return allowAlone(bucket);
    queries += 1;
    const reported = bucket.unreported;
    const answer = grantOf(max, used, reported);
    used = answer.used;
    receive(bucket, { granted: answer.granted, reported, resetsInMs: 1000 }, 0);
  };
  for (const { at, isAway } of calls) {
    const bucket = buckets[at % processes]!;
    if (bucket.left === 0 && !bucket.isUsedUp) ask(bucket, isAway);
    if (spend(bucket)) admitted += 1;
    if (shouldAsk(bucket)) ask(bucket, isAway);
  }
  return { admitted, queries, used, buckets };
}

const limitsAndCalls = fc.record({
  max: fc.integer({ min: 1, max: 3000 }),
  processes: fc.integer({ min: 1, max: 8 }),
  seed: fc.infiniteStream(fc.integer({ min: 0, max: 7 })),
});

test('lets through as many calls as the limit says over all processes, give or take what each holds in advance', () => {
  fc.assert(
    fc.property(limitsAndCalls, ({ max, processes, seed }) => {
      const calls = [...seed.take(4 * max + 100)].map((at) => ({ at, isAway: false }));
      const { admitted, used, buckets } = simulate(max, processes, calls);
      expect(admitted).toBeLessThanOrEqual(max + processes * headStart(max));
      const held = buckets.reduce((sum, { left }) => sum + left, 0);
      expect(admitted).toBeGreaterThanOrEqual(max - held);
      expect(held).toBeLessThanOrEqual(processes * (chunk(max) * 1.5 + headStart(max)));
      expect(used).toBeLessThanOrEqual(max + processes * headStart(max));
    }),
    { numRuns: 60 },
  );
});

test('lets through exactly as many calls as the limit says with one process', () => {
  for (const max of [1, 2, 7, 50, 600, 1200]) {
    const calls = Array.from({ length: 2 * max + 10 }, () => ({ at: 0, isAway: false }));
    expect(simulate(max, 1, calls).admitted).toBe(max);
  }
});

test('costs a few dozen queries for a minute of a thousand calls, and none for few calls', () => {
  const some = (count: number) => Array.from({ length: count }, () => ({ at: 0, isAway: false }));
  expect(simulate(1200, 1, some(1200)).queries).toBeLessThan(60);
  expect(simulate(1200, 1, some(10)).queries).toBe(0);
});

test('allows the limit once per process while the database is away, and counts it afterwards', () => {
  const calls = Array.from({ length: 1000 }, (_, n) => ({ at: n, isAway: true }));
  const { admitted, buckets } = simulate(100, 2, calls);
  expect(admitted).toBe(200);
  const [bucket] = buckets;
  refund(bucket!);
  expect(spend(bucket!)).toBe(true);
  expect(grantOf(100, 0, bucket!.unreported)).toEqual({ used: 100, granted: 0 });
});
