import { expect, it } from 'vitest';
import { sentenceOf } from './sentence-of.ts';

const kim = { id: '1', name: 'Kim', avatar: null };

it.each([
  ['shared', kim, 'Robin Example', 'shared it with Robin Example'],
  ['labelled', kim, 'Urgent', 'gave it the label “Urgent”'],
  ['labelled', kim, null, 'changed its labels'],
  ['renamed', null, 'old.txt', 'Renamed in Dropbox, before it was “old.txt”'],
  ['moved', null, null, 'Moved in Dropbox'],
  ['added', null, null, 'Came from Dropbox'],
  ['added', kim, null, 'synced it from Dropbox'],
  ['unshared', kim, 'Robin Example', 'took back the access of Robin Example'],
  ['unshared', kim, null, 'gave up access'],
] as const)('%s by %j with %j: %s', (kind, by, detail, sentence) => {
  expect(sentenceOf({ kind, by, detail }, { slug: 'dropbox', name: 'Dropbox' })).toBe(sentence);
});

it('what was uploaded was added', () => {
  const source = { slug: 'uploads', name: 'My files' };
  expect(sentenceOf({ kind: 'added', by: kim, detail: null }, source)).toBe('added it');
});
