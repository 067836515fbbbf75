import { expect, it } from 'vitest';
import { sentenceOf } from './sentence-of.ts';

const kim = { id: '1', name: 'Kim', avatar: null };

it.each([
  ['opened', kim, null, 'Opened'],
  ['shared', kim, 'Robin Example', 'Shared with Robin Example'],
  ['shared to edit', kim, 'Robin Example', 'Robin Example can edit it now'],
  ['deleted', kim, null, 'Moved to the trash'],
  ['labelled', kim, 'Urgent', 'Label “Urgent” added'],
  ['labelled', kim, null, 'Labels changed'],
  ['renamed', null, 'old.txt', 'Renamed from “old.txt” in Dropbox'],
  ['moved', null, null, 'Moved in Dropbox'],
  ['added', null, null, 'Synced from Dropbox'],
  ['added', kim, null, 'Synced from Dropbox'],
  ['unshared', kim, 'Robin Example', 'Access removed for Robin Example'],
  ['unshared', kim, null, 'Own access removed'],
] as const)('%s by %j with %j: %s', (kind, by, detail, sentence) => {
  expect(sentenceOf({ id: '0', kind, by, detail }, { slug: 'dropbox', name: 'Dropbox' })).toBe(sentence);
});

it('calls an uploaded document added', () => {
  const source = { slug: 'uploads', name: 'My files' };
  expect(sentenceOf({ id: '0', kind: 'added', by: kim, detail: null }, source)).toBe('Added');
});

it('calls a document added when someone put it into a connected account', () => {
  const dropbox = { slug: 'dropbox', name: 'Dropbox' };
  expect(sentenceOf({ id: '7', kind: 'added', by: kim, detail: null }, dropbox)).toBe('Added');
});
