import { limits } from '@sheaf/contract';
import { describe, expect, it } from 'vitest';
import type { Choosable } from '../api/places.ts';
import { searchOfList } from '../list-in-address.ts';
import type { Place } from '../places.ts';
import { draftOf, fromObstacle, requestOf } from './draft.ts';

const place = (id: string, change: Partial<Place> = {}): Place => ({
  id,
  name: id,
  display_name: null,
  source: { slug: 'box', name: 'Box' },
  files: 1,
  syncedFolders: null,
  note: null,
  cannotGive: null,
  cannotTake: null,
  ...change,
});
const node = (id: string, accountId: string): [string, Choosable] => [
  id,
  { id, name: id, type: 'text', size: 1, leaf: true, accountId },
];
const places = [place('a'), place('b'), place('broken', { cannotGive: 'No.', cannotTake: 'No.' })];
const chosen = new Map([node('1', 'a'), node('2', 'a'), node('3', 'b')]);

describe('the source account', () => {
  it('is that of the first chosen document, unless the address names one', () => {
    expect(draftOf({}, places, chosen).from?.id).toBe('a');
    expect(draftOf({ from: 'b' }, places, chosen).from?.id).toBe('b');
  });

  it('leaves out documents of other accounts, and counts them', () => {
    const draft = draftOf({}, places, chosen);
    expect([[...draft.chosen.keys()], draft.elsewhere]).toEqual([['1', '2'], 1]);
    expect(draftOf({ from: 'b', all: true }, places, chosen).elsewhere).toBe(0);
  });

  it('is never an account that cannot give files', () => {
    expect(draftOf({ from: 'broken' }, places, chosen).from).toBeUndefined();
  });
});

it('never targets the source account or an account that cannot take files', () => {
  expect(draftOf({ from: 'a', to: 'a' }, places, chosen).to).toBeUndefined();
  expect(draftOf({ from: 'a', to: 'broken' }, places, chosen).to).toBeUndefined();
  expect(draftOf({ from: 'a', to: 'broken', folder: 'f' }, places, chosen).folder).toBeNull();
});

describe('the step', () => {
  it('goes only as far as the known choices allow', () => {
    expect(draftOf({ step: 3 }, places, new Map()).step).toBe(1);
    expect(draftOf({ step: 3 }, places, chosen).step).toBe(2);
    expect(draftOf({ step: 3, to: 'b' }, places, chosen).step).toBe(3);
    expect(draftOf({ step: 3, from: 'a', all: true, to: 'b' }, places, new Map()).step).toBe(3);
  });

  it('is the first when the address has none', () => {
    expect(draftOf({ to: 'b' }, places, chosen).step).toBe(1);
  });
});

it('names what is missing', () => {
  const [from] = places;
  const many = new Map(Array.from({ length: limits.documentsAtOnce + 1 }, (_, index) => node(String(index), 'a')));
  expect(fromObstacle({ from: undefined, all: 'everything', list: null, chosen })).toMatch(/account/);
  expect(fromObstacle({ from, all: null, list: null, chosen: new Map() })).toMatch(/at least one/);
  expect(fromObstacle({ from, all: null, list: null, chosen: many })).toMatch(/up to 500/);
  expect(fromObstacle({ from, all: 'everything', list: null, chosen: new Map() })).toBeNull();
});

it('builds the request from the choices', () => {
  const search = { to: 'b', folder: 'f', folder_name: 'F', mode: 'move', same: 'skip', repeat: 'daily' } as const;
  expect(requestOf(draftOf(search, places, chosen))).toEqual({
    from_account_id: 'a',
    to_account_id: 'b',
    selection_type: 'selected',
    document_ids: ['1', '2'],
    mode: 'move',
    to_folder_id: 'f',
    on_conflict: 'skip',
    repeat: 'daily',
  });
  expect(requestOf(draftOf({ to: 'b', all: true }, places, chosen))).toMatchObject({
    selection_type: 'all',
    document_ids: [],
    mode: 'copy',
    to_folder_id: null,
    on_conflict: 'rename',
    repeat: null,
  });
  expect(requestOf(draftOf({}, places, chosen))).toBeUndefined();
});

it('requests “all synced” only when not everything is synced', () => {
  const asked = (syncedFolders: number | null) => {
    const some = places.map((place) => ({ ...place, syncedFolders }));
    return requestOf(draftOf({ from: 'a', to: 'b', all: 'synced' }, some, new Map()))?.selection_type;
  };
  expect(asked(3)).toBe('synced');
  expect(asked(null)).toBe('all');
});

describe('a whole list', () => {
  const search = { from: 'a', to: 'b', ...searchOfList({ filters: { search: 'report' }, total: 1200 }) };

  it('replaces the documents in the request', () => {
    const draft = draftOf({ ...search, step: 3 }, places, new Map());
    expect([draft.step, draft.list?.total, fromObstacle(draft)]).toEqual([3, 1200, null]);
    expect(requestOf(draft)).toMatchObject({
      selection_type: 'selected',
      document_ids: [],
      list: { search: 'report' },
    });
  });

  it('is ignored when everything is chosen or the address is invalid', () => {
    expect(draftOf({ ...search, all: true }, places, new Map()).list).toBeNull();
    for (const list of ['{', '{"unknown":1}', '[]', 'null'])
      expect(draftOf({ ...search, list }, places, new Map()).list).toBeNull();
    expect(requestOf(draftOf({ from: 'a', to: 'b' }, places, chosen))).not.toHaveProperty('list');
  });
});
