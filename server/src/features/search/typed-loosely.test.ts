import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { wantTexts } from '../passages/index.ts';

const { search } = contract;

const files = {
  'leave.txt': 'After five years everyone may take a sabbatical of three months, which has to be announced early.',
  'rent.txt': 'The rent of the studio is 148,000 euros a year, and payable on the third day of each month.',
  'deposit.txt': 'A deposit of 2500 euros was paid to the landlord when the keys of the studio were handed over.',
  'urlaub.txt': 'Der Jahresurlaub beträgt dreißig Tage und muss bis zum Ende des Jahres genommen werden.',
  'phone.txt': 'Our caretaker can be reached at +49 30 901820 or in the office on the ground floor.',
  'code.txt': 'The engine is written in C++ and the editor in C#, while the build scripts are small.',
  'grades.txt': 'Grade C means that the exam was passed with more than half of all points.',
  'wine.txt': 'The tasting of the wines takes place in the old cellar below the museum each spring.',
};

const app = await forThisFile(testApp());
const me = await person(app);
const account = await quietAccount(app, me);
const given = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
const ids = await addFiles(app, me, account, given);
await wantTexts(app.services.db, ids);
await app.work({ readTexts: true });

const results = async (q: string) => (await me.call(search.find, { query: { q } })).data;
const found = async (q: string) =>
  (await results(q)).filter(({ matched }) => matched !== 'meaning').map(({ document }) => document.name);

it.each([
  ['the beginning of a word', 'sabbat', ['leave.txt']],
  ['the beginning of a word, with a star', 'sabb*', ['leave.txt']],
  ['a star behind few letters', 'ce* museum', ['wine.txt']],
  ['a slip', 'sabatical', ['leave.txt']],
  ['two letters in the wrong order', 'cartaeker', ['phone.txt']],
  ['a slip beside a word that is right', 'landlrod deposit', ['deposit.txt']],
  ['a part of a German word', 'Urlaub', ['urlaub.txt']],
  ['a number without its separators', '148000', ['rent.txt']],
  ['a number with separators', '2,500.00', ['deposit.txt']],
  ['a number to call in other groups', '030 90 18 20', ['phone.txt']],
  ['a number to call without groups', '+4930901820', ['phone.txt']],
  ['a language of programs', 'C++', ['code.txt']],
  ['another one', 'c#', ['code.txt']],
  ['a letter that is no such language', 'grade c', ['grades.txt']],
  ['nothing like it', 'zzyzxq', []],
])('finds contents by %s', async (_, q, names) => {
  expect(await found(q)).toEqual(names);
});

it('finds documents with one of several words', async () => {
  expect((await found('sabbatical OR caretaker')).sort()).toEqual(['leave.txt', 'phone.txt']);
  expect(await found('museum cellar OR attic')).toEqual(['wine.txt']);
  expect((await found('wine.txt OR code.txt')).sort()).toEqual(['code.txt', 'wine.txt']);
});

it('finds documents with most words of a question, and shows the sentence', async () => {
  const [first] = await results('How long a sabbatical may I take after five years?');
  expect(first).toMatchObject({ document: { name: 'leave.txt' }, matched: 'content' });
  expect(first!.passages[0]!.text).toBe(files['leave.txt']);
  expect(first!.passages[0]!.highlights.length).toBeGreaterThan(1);
  const [wine] = await results('When is the tasting in the cellar of the town hall?');
  expect(wine!.document.name).toBe('wine.txt');
});

it('puts an equal name first, then the shortest that contains it', async () => {
  const folder = await addDocuments(app, me, account, [
    { name: 'The annual report of the board 2024.pdf', modified: '2026-09-01T00:00:00Z' },
    { name: 'Annual report draft for everyone.pdf', modified: '2026-08-01T00:00:00Z' },
    { name: 'Annual report draft.pdf', modified: '2026-02-01T00:00:00Z' },
    { name: 'Annual report.pdf', modified: '2024-01-01T00:00:00Z' },
  ]);
  expect(folder).toHaveLength(4);
  expect(await found('annual report')).toEqual([
    'Annual report.pdf',
    'Annual report draft.pdf',
    'Annual report draft for everyone.pdf',
    'The annual report of the board 2024.pdf',
  ]);
});

it('searches a folder by its path', async () => {
  const [one, two] = await addDocuments(app, me, account, [
    { name: 'Contracts', folder: true },
    { name: 'Offers', folder: true },
  ]);
  const [ofOne, ofTwo] = await addDocuments(app, me, account, [
    { name: '2026', folder: true, parent: one! },
    { name: '2026', folder: true, parent: two! },
  ]);
  await addDocuments(app, me, account, [
    { name: 'lighthouse a.pdf', parent: ofOne! },
    { name: 'lighthouse b.pdf', parent: ofTwo! },
  ]);
  expect((await found('lighthouse in:2026')).sort()).toEqual(['lighthouse a.pdf', 'lighthouse b.pdf']);
  expect(await found('lighthouse in:contracts/2026')).toEqual(['lighthouse a.pdf']);
  expect(await found('lighthouse in:"Offers / 2026"')).toEqual(['lighthouse b.pdf']);
  expect(await found('lighthouse in:nowhere/2026')).toEqual([]);
});
