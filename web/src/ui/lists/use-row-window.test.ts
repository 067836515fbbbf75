import { expect, it } from 'vitest';
import { rowWindow } from './use-row-window.ts';

const list = { row: 50, count: 10_000, viewport: 900 };

it('draws only a few rows at the top', () => {
  expect(rowWindow({ ...list, top: 200 })).toEqual({ start: 0, end: 40 });
});

it('follows scrolling, with spare rows on both sides', () => {
  const { start, end } = rowWindow({ ...list, top: -250_000 });
  expect(start).toBeLessThanOrEqual(5000 - 20);
  expect(end).toBeGreaterThanOrEqual(5018 + 20);
  expect(end - start).toBeLessThanOrEqual(100);
});

it('stays within the list', () => {
  expect(rowWindow({ ...list, top: -500_000 })).toEqual({ start: 9980, end: 10_000 });
  expect(rowWindow({ ...list, count: 3, top: 100 })).toEqual({ start: 0, end: 3 });
});
