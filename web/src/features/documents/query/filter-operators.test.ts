import { searchTypes, type TypeFilterName, typeFilterNames, typeFilters } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { withOperators } from './filter-operators.ts';

const ID = '0198a3c2-0000-7000-8000-000000000001';
const page = { page: 1, per_page: 20, sort: 'name' } as const;
const none = { accounts: [], labelName: undefined, collectionName: undefined };

it('leaves a search without filters unchanged', () => {
  expect(withOperators({ ...page, search: 'rent type:pdf' }, none)).toBe('rent type:pdf');
});

it('adds the filters as operators', () => {
  const query = {
    ...page,
    search: 'rent',
    type: 'jpg',
    source_id: 'dropbox',
    label_id: ID,
    in: ID,
    owner: 'me',
    updated_from: '2026-01-01',
    updated_to: '2026-02-28',
  } as const;
  expect(withOperators(query, { ...none, labelName: 'Tax 2025', folderName: 'Contracts' })).toBe(
    'rent type:jpg source:dropbox label:"Tax 2025" in:Contracts owner:me after:2026-01-01 before:2026-03-01',
  );
});

it('names types as the filter does', () => {
  const textOf = (type: TypeFilterName) => withOperators({ ...page, search: 'rent', type }, none);
  for (const type of typeFilterNames) expect(textOf(type)).toBe(type === 'other' ? 'rent' : `rent type:${type}`);
  for (const type of typeFilterNames.filter((name) => name !== 'folder' && name !== 'other'))
    expect(searchTypes[type]).toEqual(typeFilters[type]);
});

it('leaves out filters without an operator', () => {
  expect(withOperators({ ...page, search: 'rent', type: 'other', label_id: ID }, none)).toBe('rent');
});
