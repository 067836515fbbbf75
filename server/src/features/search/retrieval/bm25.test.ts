import { expect, it } from 'vitest';
import { bm25 } from './bm25.ts';

const usualLength = 100;
const score = (times: number[], length = usualLength) =>
  bm25({ words: times.map((each, at) => ({ weight: 4 - at, times: each })), length, usualLength });

it('gives about 1 if each word occurs once, and 0 if none does', () => {
  expect(score([1, 1, 1])).toBeCloseTo(1);
  expect(score([0, 0, 0])).toBe(0);
  expect(bm25({ words: [], length: 1, usualLength })).toBe(0);
});

it('prefers rare words, frequent occurrences and short passages', () => {
  expect(score([1, 0, 0])).toBeGreaterThan(score([0, 0, 1]));
  expect(score([2, 0, 0])).toBeGreaterThan(score([1, 0, 0]));
  expect(score([1, 1, 1], 50)).toBeGreaterThan(score([1, 1, 1], 150));
});

it('prefers more words to one word, however often it occurs', () => {
  expect(score([1, 1, 1])).toBeGreaterThan(score([50, 0, 0]));
});
