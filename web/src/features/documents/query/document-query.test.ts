import { type Document, documents } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { activeFilters, nextSort, scopeOf, shownSort, toQuery } from './document-query.ts';
import { changeSearch, type DocumentSearch, documentSearch } from './document-search.ts';

const ID = '0198a3c2-0000-7000-8000-000000000001';
const OTHER = '0198a3c2-0000-7000-8000-000000000002';

it('reads an address into the query of the call', () => {
  const search = documentSearch({
    page: 3,
    search: ' report ',
    type: 'jpg',
    source_id: 'dropbox',
    account_id: ID,
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
    label_id: ID,
    collection_id: OTHER,
    owner: 'shared',
    updated_from: '2026-01-01',
    updated_to: '2026-02-01',
    sort: '-size',
  });
  expect(documents.list.query.safeParse(query).success).toBe(true);
});

it('never builds a query that the server would reject, whatever the address says', () => {
  const search = documentSearch({
    page: -4,
    type: 'gif',
    account_id: 'nobody',
    place: 'nowhere',
    in: 'root',
    label_id: { a: 1 },
    owner: 'all',
    updated_from: '31/12/2026',
    sort: 'colour',
    search: 'x'.repeat(501),
    unknown: 'yes',
  });
  expect(search).not.toHaveProperty('unknown');
  expect(toQuery(search)).toEqual({ page: 1, per_page: 20, sort: '-updated_at' });
});

it('accepts numbers that the router read from text', () => {
  expect(documentSearch({ search: 2026, page: '7' })).toEqual({ search: '2026', page: 7 });
});

it('leaves the order of a folder to the server and shows everything else newest first by default', () => {
  expect(toQuery({}).sort).toBe('-updated_at');
  expect(toQuery({ in: ID })).not.toHaveProperty('sort');
  expect(toQuery({ in: ID, sort: 'size' }).sort).toBe('size');
  expect(toQuery({ in: ID, search: 'plan' }).sort).toBe('-updated_at');
  expect(toQuery({ place: 'recent' })).not.toHaveProperty('sort');
  expect(toQuery({ place: 'recent', sort: 'name' }).sort).toBe('name');
});

it('infers the order the server chose: mail and chats by time', () => {
  const [mail] = [{ conversation: { kind: 'mail' } as Document['conversation'] }];
  expect(shownSort({}, [])).toBe('name');
  expect(shownSort({}, [{ conversation: null }])).toBe('name');
  expect(shownSort({}, [mail])).toBe('-updated_at');
  expect(shownSort({ sort: 'size' }, [mail])).toBe('size');
  expect(shownSort({ recent: 'true' }, [mail])).toBeUndefined();
});

it('reverses the order of a column', () => {
  expect(nextSort('-updated_at', 'name')).toBe('name');
  expect(nextSort(undefined, 'updated_at')).toBe('-updated_at');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('name', 'size')).toBe('-size');
  expect(nextSort('-size', 'size')).toBe('size');
});

it('returns to the first page and closes the preview when a filter changes', () => {
  const search = { page: 4, preview: ID, type: 'jpg', view: 'grid' };
  expect(changeSearch(search, { type: 'png' })).toEqual({ type: 'png', view: 'grid' });
  expect(changeSearch(search, { type: undefined })).toEqual({ view: 'grid' });
  expect(changeSearch(search, { preview: OTHER })).toEqual({ ...search, preview: OTHER });
  expect(changeSearch(search, { view: undefined })).toEqual({ page: 4, preview: ID, type: 'jpg' });
  expect(changeSearch(search, { page: 5 })).toEqual({ page: 5, type: 'jpg', view: 'grid' });
  expect(changeSearch(search, { page: 1 })).toEqual({ type: 'jpg', view: 'grid' });
});

it('does not count the page’s own label or place as a filter', () => {
  const scope = { label_id: ID };
  expect(activeFilters(toQuery({ type: 'png', label_id: OTHER }, scope), scope)).toEqual(['type']);
  expect(toQuery({ label_id: OTHER }, scope).label_id).toBe(ID);
  expect(activeFilters(toQuery({ place: 'my-files', owner: 'shared' }), scopeOf('my-files'))).toEqual([]);
});

const asked = (search: DocumentSearch) => {
  const { sort: _sort, page: _page, per_page: _perPage, ...rest } = toQuery(search);
  return rest;
};

it('opens a place at its top level, and filters all of it', () => {
  expect(asked({ place: ID })).toEqual({ account_id: ID, parent_id: 'root' });
  expect(asked({ place: ID, search: 'plan' })).toEqual({ account_id: ID, search: 'plan' });
  expect(asked({ place: 'my-files' })).toEqual({ source_id: 'uploads', owner: 'me', parent_id: 'root' });
  expect(asked({ place: 'shared' })).toEqual({ owner: 'shared', parent_id: 'root' });
  expect(asked({ place: 'shared', source_id: 'dropbox' })).toEqual({ owner: 'shared', source_id: 'dropbox' });
  expect(asked({ place: 'recent' })).toEqual({ recent: 'true' });
  expect(asked({ place: 'recent', type: 'jpg' })).toEqual({ recent: 'true', type: 'jpg' });
  for (const place of [ID, 'my-files', 'shared', 'recent'])
    expect(documents.list.query.safeParse(toQuery({ place })).success).toBe(true);
});

it('lists a folder’s own contents, and searches everything below it', () => {
  expect(asked({ place: ID, in: OTHER })).toEqual({ parent_id: OTHER });
  expect(asked({ place: ID, in: OTHER, search: 'plan' })).toEqual({ in: OTHER, search: 'plan' });
  expect(asked({ in: OTHER, type: 'jpg' })).toEqual({ in: OTHER, type: 'jpg' });
});

it('understands links from before places existed', () => {
  expect(documentSearch({ parent_id: ID })).toEqual({ in: ID });
  expect(documentSearch({ account_id: ID, parent_id: 'root' })).toEqual({ place: ID });
  expect(documentSearch({ account_id: ID })).toEqual({ account_id: ID });
  expect(documentSearch({ parent_id: 'root' })).toEqual({});
});

it('widens only searches, to the whole place or to everything', () => {
  const scope = { label_id: OTHER };
  const search = { place: 'my-files', in: ID, search: 'plan' };
  expect(toQuery(search)).toMatchObject({ in: ID });
  expect(toQuery({ ...search, scope: 'place' })).toMatchObject({ source_id: 'uploads', owner: 'me' });
  expect(toQuery({ ...search, scope: 'place' }).in).toBeUndefined();
  expect(toQuery({ ...search, scope: 'all' }, scope)).toEqual(toQuery({ search: 'plan' }));
  expect(toQuery({ ...search, scope: 'nonsense' })).toEqual(toQuery(search));
  expect(toQuery({ place: 'my-files', scope: 'all', order: 'date' })).toEqual(toQuery({ place: 'my-files' }));
  expect(toQuery({ search: 'plan', order: 'date' }).order).toBe('date');
  expect(changeSearch({ ...search, scope: 'all', order: 'date' }, { search: undefined })).toEqual({
    place: 'my-files',
    in: ID,
  });
});
