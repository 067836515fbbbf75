import { expect, it } from 'vitest';
import { sentenceOf } from './sentence-of.ts';

const kim = { id: '1', name: 'Kim', avatar: null };

it.each([
  ['shared', kim, 'Robin Example', 'shared it with Robin Example'],
  ['labelled', kim, 'Urgent', 'added label “Urgent”'],
  ['labelled', kim, null, 'changed its labels'],
  ['renamed', null, 'old.txt', 'Renamed from “old.txt” in Dropbox'],
  ['moved', null, null, 'Moved in Dropbox'],
  ['added', null, null, 'Added from Dropbox'],
  ['added', kim, null, 'synced it from Dropbox'],
  ['unshared', kim, 'Robin Example', 'removed access for Robin Example'],
  ['unshared', kim, null, 'removed their own access'],
] as const)('%s by %j with %j: %s', (kind, by, detail, sentence) => {
  expect(sentenceOf({ kind, by, detail }, { slug: 'dropbox', name: 'Dropbox' })).toBe(sentence);
});

it('what was uploaded was added', () => {
  const source = { slug: 'uploads', name: 'My files' };
  expect(sentenceOf({ kind: 'added', by: kim, detail: null }, source)).toBe('added it');
});
