import { expect, it } from 'vitest';
import { pageNumbers, pageRange } from './page-numbers.ts';

const shown = (current: number, last: number) =>
  pageNumbers(current, last)
    .map((mark) => (typeof mark === 'number' ? mark : '…'))
    .join(' ');

it('offers two neighbors on each side and both ends', () => {
  expect(shown(1, 1)).toBe('1');
  expect(shown(1, 3)).toBe('1 2 3');
  expect(shown(1, 20)).toBe('1 2 3 … 20');
  expect(shown(10, 20)).toBe('1 … 8 9 10 11 12 … 20');
  expect(shown(20, 20)).toBe('1 … 18 19 20');
});

it('shows a page instead of a gap of one', () => {
  expect(shown(5, 9)).toBe('1 2 3 4 5 6 7 8 9');
  expect(shown(4, 8)).toBe('1 2 3 4 5 6 7 8');
});

it('shows the range and the total', () => {
  expect(pageRange(1, 20, 45)).toBe('1-20 of 45');
  expect(pageRange(3, 20, 45)).toBe('41-45 of 45');
  expect(pageRange(50_000, 20, 1_000_000)).toBe('999,981-1,000,000 of 1,000,000');
  expect(pageRange(1, 20, 0)).toBe('0-0 of 0');
});
