import { expect, it } from 'vitest';
import {
  DOCUMENTS_IN_ADDRESS,
  documentsOf,
  idsOf,
  startOf,
  transferSearch,
  transfersSearch,
} from './transfer-search.ts';

it('keeps known parameters', () => {
  const search = {
    documents: 'a,b',
    from: 'f',
    all: true,
    to: 't',
    folder: '/x',
    folder_name: 'x',
    mode: 'move',
    same: 'skip',
    repeat: 'daily',
    step: 3,
  } as const;
  expect(transferSearch(search)).toEqual(search);
  expect(transfersSearch({ transfer: 'id' })).toEqual({ transfer: 'id' });
});

it('leaves out everything else', () => {
  expect(
    transferSearch({ documents: '', from: 7, all: 'yes', mode: 'copy', same: 'rename', repeat: 'weekly', step: 4 }),
  ).toEqual({});
  expect(transfersSearch({ transfer: 1 })).toEqual({});
});

it('reads each document once', () => {
  expect(idsOf({ documents: 'a,,b,a' })).toEqual(['a', 'b']);
  expect(idsOf({})).toEqual([]);
});

it('writes at most as many documents as an address can hold', () => {
  expect(documentsOf(['a', 'b'])).toBe('a,b');
  expect(documentsOf([])).toBeUndefined();
  expect(documentsOf(Array.from({ length: DOCUMENTS_IN_ADDRESS + 1 }, String))).toBeUndefined();
});

it('keeps known filters of the list', () => {
  expect(transfersSearch({ type: 'move', date: 'week', transfer: '' })).toEqual({ type: 'move', date: 'week' });
  expect(transfersSearch({ type: 'all', date: 7, items: 'failed' })).toEqual({});
});

it('starts a period at midnight', () => {
  const now = new Date(2026, 10, 17, 15, 30);
  expect(startOf('today', now)).toBe(new Date(2026, 10, 17).toISOString());
  expect(startOf('week', now)).toBe(new Date(2026, 10, 10).toISOString());
});
