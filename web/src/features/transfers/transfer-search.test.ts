import { expect, it } from 'vitest';
import { DOCUMENTS_IN_ADDRESS, documentsOf, idsOf, transferSearch, transfersSearch } from './transfer-search.ts';

it('keeps what it understands', () => {
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

it('writes only as many as an address carries', () => {
  expect(documentsOf(['a', 'b'])).toBe('a,b');
  expect(documentsOf([])).toBeUndefined();
  expect(documentsOf(Array.from({ length: DOCUMENTS_IN_ADDRESS + 1 }, String))).toBeUndefined();
});
