import { documents } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { activeFilters, changeSearch, nextSort, toQuery } from './document-query.ts';
import { documentSearch } from './document-search.ts';

const ID = '0198a3c2-0000-7000-8000-000000000001';
const OTHER = '0198a3c2-0000-7000-8000-000000000002';

it('reads an address into the query of the call', () => {
  const search = documentSearch({
    page: 3,
    search: ' report ',
    type: 'jpg',
    source_id: 'dropbox',
    account_id: ID,
    parent_id: 'root',
    label_id: ID,
    collection_id: OTHER,
    owner: 'shared',
    updated_from: '2026-01-01',
    updated_to: '2026-02-01',
    sort: '-size',
    view: 'grid',
    preview: ID,
  });
  const query = toQuery(search);
  expect(query).toEqual({
    page: 3,
    per_page: 20,
    search: 'report',
    type: 'jpg',
    source_id: 'dropbox',
    account_id: ID,
    parent_id: 'root',
    label_id: ID,
    collection_id: OTHER,
    owner: 'shared',
    updated_from: '2026-01-01',
    updated_to: '2026-02-01',
    sort: '-size',
  });
  expect(documents.list.query.safeParse(query).success).toBe(true);
});

it('asks nothing the server would refuse, whatever the address says', () => {
  const search = documentSearch({
    page: -4,
    type: 'gif',
    account_id: 'nobody',
    parent_id: 'root',
    label_id: { a: 1 },
    owner: 'all',
    updated_from: '31/12/2026',
    sort: 'colour',
    search: 'x'.repeat(500),
    unknown: 'yes',
  });
  expect(search).not.toHaveProperty('unknown');
  expect(toQuery(search)).toEqual({ page: 1, per_page: 20, sort: 'name' });
});

it('takes numbers as texts, as the router reads them', () => {
  expect(documentSearch({ search: 2026, page: '7' })).toEqual({ search: '2026', page: 7 });
});

it('orders folders by name and everything else by the last change, until told otherwise', () => {
  expect(toQuery({}).sort).toBe('-updated_at');
  expect(toQuery({ parent_id: ID }).sort).toBe('name');
  expect(toQuery({ parent_id: ID, sort: 'size' }).sort).toBe('size');
});

it('turns the order of a column around', () => {
  expect(nextSort('-updated_at', 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('name', 'size')).toBe('-size');
  expect(nextSort('-size', 'size')).toBe('size');
});

it('goes back to the first page with another filter, and closes the preview', () => {
  const search = { page: 4, preview: ID, type: 'jpg', view: 'grid' };
  expect(changeSearch(search, { type: 'png' })).toEqual({ type: 'png', view: 'grid' });
  expect(changeSearch(search, { type: undefined })).toEqual({ view: 'grid' });
  expect(changeSearch(search, { preview: OTHER })).toEqual({ ...search, preview: OTHER });
  expect(changeSearch(search, { view: undefined })).toEqual({ page: 4, preview: ID, type: 'jpg' });
  expect(changeSearch(search, { page: 5 })).toEqual({ page: 5, type: 'jpg', view: 'grid' });
  expect(changeSearch(search, { page: 1 })).toEqual({ type: 'jpg', view: 'grid' });
});

it('does not count the scope of a page or the place among its filters', () => {
  const query = toQuery({ type: 'png', account_id: ID, parent_id: OTHER }, { label_id: ID });
  expect(query.label_id).toBe(ID);
  expect(activeFilters(query, { label_id: ID })).toEqual(['type']);
});
