import { expect, it } from 'vitest';
import { readChoice, shownColumns, writeChoice } from './columns.ts';

const file = { own: true, labels: [], size: 5, updated_at: '2026-01-01T00:00:00Z', deleted: null };
const label = { id: 'l', name: 'Approved', color: '#2f9e44' } as never;
const inFolder = { flat: false };

it('leaves out columns that are empty or the same in every row', () => {
  expect(shownColumns([file, file], inFolder, {})).toEqual(['updated_at', 'size']);
  expect(shownColumns([file, { ...file, labels: [label] }], inFolder, {})).toContain('labels');
  expect(shownColumns([{ ...file, labels: [label] }], { flat: false, of: 'l' }, {})).not.toContain('labels');
  expect(shownColumns([file, { ...file, own: false }], inFolder, {})).toContain('owner');
  expect(shownColumns([{ ...file, size: null, updated_at: null }], inFolder, {})).toEqual([]);
  expect(shownColumns([file], { flat: true }, {})).toEqual(['location', 'updated_at', 'size']);
  const deleted = { at: '2026-01-01T00:00:00Z', until: '2026-01-31T00:00:00Z', contents: 0 };
  expect(shownColumns([{ ...file, deleted }], inFolder, {})).toEqual(['updated_at', 'size', 'deleted']);
});

it('follows the person’s choice', () => {
  expect(shownColumns([file], inFolder, { owner: true, size: false })).toEqual(['owner', 'updated_at']);
});

it('remembers a choice, and ignores unknown columns', () => {
  const choice = { owner: true, size: false };
  expect(readChoice(writeChoice(choice))).toEqual(choice);
  for (const stored of [null, '', 'owner', '{"owner":true}', '+app -'])
    expect(Object.keys(readChoice(stored)), String(stored)).toEqual([]);
});
