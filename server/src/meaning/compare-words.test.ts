import { expect, it } from 'vitest';
import { compareWords, wordWeight } from './index.ts';

it('knows words of similar meaning, and finds none for numbers', async () => {
  const compare = await compareWords(['wages', '2026', 'physician']);
  const like = (word: string) => [...compare(word)];
  expect(like('wages')[0]).toBe(1);
  expect(like('salary')[0]).toBeGreaterThan(0.55);
  expect(like('doctor')[2]).toBeGreaterThan(0.55);
  expect(like('doctor')[0]).toBeLessThan(0.3);
  expect(like('2026')).toEqual([0, 1, 0]);
  expect(like('2025')).toEqual([0, 0, 0]);
});

it('treats frequent words as less telling than those that stand for a thing', async () => {
  const [get, people, invoice, number, unknown] = await wordWeight(['get', 'people', 'invoice', '2026', '請求書']);
  expect(get).toBeLessThan(people!);
  expect(people).toBeLessThan(invoice!);
  expect([invoice, number, unknown]).toEqual([1, 1, 1]);
});
