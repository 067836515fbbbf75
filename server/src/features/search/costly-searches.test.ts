import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { viewerQuery } from '../../http/find-viewer.ts';
import { quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { statementsDuring } from '../../testing/statements.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { wantTexts } from '../passages/index.ts';
import { distinctiveTerms, maxWords } from './query/distinctive-terms.ts';

/** Searches that could take everyone else's time. */

const { search } = contract;

const app = await forThisFile(testApp());
const me = await person(app);

async function addRead(files: { name: string; bytes: string }[]): Promise<void> {
  const ids = await addFiles(app, me, await quietAccount(app, me), files);
  await wantTexts(app.services.db, ids);
  await app.work({ readTexts: true });
}

const find = async (q: string) => (await me.call(search.find, { query: { q } })).data;

const wordsOf = async (q: string) => (await distinctiveTerms(q)).wanted.flatMap(({ words }) => words.split(' '));

it('uses the most distinctive of many words, and the beginning of a long phrase', async () => {
  const common =
    'we were going to get this and make it good with all of them there now while they come and go again here';
  const distinctive = ['Zephyrion', 'Quillborough', '2026-007', 'depreciation', 'amortization'];
  const counted = await wordsOf(`${common} ${distinctive.join(' ')}`);
  expect(counted.length).toBeLessThanOrEqual(maxWords);
  expect(counted).toEqual(
    expect.arrayContaining(['zephyrion', 'quillborough', '2026', '007', 'depreciation', 'amortization']),
  );
  const many = Array.from({ length: 120 }, (_, index) => `w${index}`);
  expect(await wordsOf(`"${many.join(' ')}"`)).toEqual(many.slice(0, maxWords));
  expect((await wordsOf(many.slice(0, 90).join('.'))).length).toBeLessThanOrEqual(maxWords);
  expect(await wordsOf('rent Rent RENT rent')).toEqual(['rent']);
});

it('finds the file with the distinctive words of a pasted paragraph', async () => {
  await addRead([
    {
      name: 'harbor.txt',
      bytes:
        'Zephyrion dredges the Quillborough estuary: sediment, turbidity, bathymetry, breakwaters, groynes, pontoons.',
    },
    { name: 'garden.txt', bytes: 'We get there again and make it good with all of them while they come and go.' },
  ]);
  const pasted = `As we were all going to get there again and make it good with them, while others come and go here now and then:
    Zephyrion dredges Quillborough estuary sediment turbidity bathymetry breakwaters groynes pontoons, as was said before by those who know`;
  const [first] = await find(pasted);
  expect(first).toMatchObject({ document: { name: 'harbor.txt' }, matched: 'content' });
});

it('shows the passage with all words first, however many have some', async () => {
  const filler = Array.from({ length: 190 }, (_, index) => `filler${index}`).join(' ');
  const pages = Array.from({ length: 90 }, (_, index) => `harvest ${index === 80 ? 'almanac ' : ''}${filler}.`);
  await addRead([{ name: 'book.txt', bytes: pages.join('\n\n') }]);
  const [book] = await find('harvest almanac');
  expect(book!.passages[0]!.text).toContain('almanac');
});

it('compares only the first fifty passages of a file in which none has all words', async () => {
  const filler = Array.from({ length: 190 }, (_, index) => `filler${index}`).join(' ');
  const page = (index: number) => (index === 10 ? 'zebrawood' : index === 80 ? 'orchard orchard orchard' : 'orchard');
  const pages = Array.from({ length: 90 }, (_, index) => `${page(index)} ${filler}.`);
  await addRead([{ name: 'atlas.txt', bytes: pages.join('\n\n') }]);
  const [atlas] = await find('orchard zebrawood');
  const texts = atlas!.passages.map(({ text }) => text);
  expect(texts).toHaveLength(3);
  // It would be the best one.
  expect(texts.join()).not.toContain('orchard orchard');
});

it('runs two searches of a person at a time, without delaying others', async () => {
  const { pool } = app.services;
  const other = await person(app);
  // Opens all connections, so that no statement waits for one.
  const open = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const client of open) client.release();
  const blocker = await pool.connect();
  await blocker.query('begin; lock table search_statistics in access exclusive mode');
  let lookedUp = 0;
  let begun = 0;
  const texts = await statementsDuring(
    pool,
    async () => {
      const mine = Promise.all(Array.from({ length: 4 }, (_, index) => find(`almanac${index}`)));
      await expect.poll(() => [lookedUp, begun >= 2]).toEqual([4, true]);
      await other.call(contract.labels.list);
      const begunTogether = begun;
      await blocker.query('commit');
      blocker.release();
      await mine;
      expect(begunTogether).toBe(2);
    },
    (text) => {
      if (text === viewerQuery) lookedUp += 1;
      if (text.includes('from search_statistics')) begun += 1;
    },
  );
  expect(texts.filter((text) => text.includes('from search_statistics'))).toHaveLength(4);
});
