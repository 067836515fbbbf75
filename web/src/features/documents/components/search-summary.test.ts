import { expect, it } from 'vitest';
import { summaryText } from './search-summary.tsx';

const page = { currentPage: 1, perPage: 20 };

it('counts the results', () => {
  expect(summaryText({ ...page, total: 1 })).toBe('1 result');
  expect(summaryText({ ...page, total: 1000, more: false, order: 'relevance' })).toBe('1,000 results');
  expect(summaryText({ ...page, total: 1000, more: true })).toBe('More than 1,000 results');
});

it('shows when results are ordered by date and when not everything was searched', () => {
  expect(summaryText({ ...page, total: 2, order: 'newest' })).toBe('2 results · Newest first');
  expect(summaryText({ ...page, total: 2, order: 'newest', partial: true })).toBe(
    '2 results · Newest first · Only the newest documents were searched',
  );
});
