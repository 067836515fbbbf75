import { documents } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../../testing/documents.ts';
import { memberOf } from '../../../testing/member.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { nameRouteOf } from './name-route.ts';
import { hasInName, type NameRoute } from './names.ts';

const given = [
  'Résumé.pdf',
  'resume 2.pdf',
  '100 percent.txt',
  '100% sure.txt',
  'half ％.txt',
  'a_b.txt',
  'axb.txt',
  'C:\\x.txt',
];
const searches: [text: string, found: string[]][] = [
  ['RESUME', ['Résumé.pdf', 'resume 2.pdf']],
  ['sumé', ['Résumé.pdf', 'resume 2.pdf']],
  ['100%', ['100% sure.txt']],
  ['00％', ['100% sure.txt']],
  ['f %.', ['half ％.txt']],
  ['％', ['100% sure.txt', 'half ％.txt']],
  ['a_b', ['a_b.txt']],
  ['c:\\x', ['C:\\x.txt']],
  [':＼x', ['C:\\x.txt']],
  [':∖x', ['C:\\x.txt']],
  ['xb', ['axb.txt']],
  ['nowhere', []],
];

/** One person with a list that is searched directly, and one whose list is too long for that. */
const app = await forThisFile(testApp());
const few = await person(app);
const many = await person(app);
const others = Array.from({ length: 2_000 }, (_, n) => `Picture ${n}.jpg`);
await addDocuments(
  app,
  few,
  await quietAccount(app, few),
  given.map((name) => ({ name })),
);
await addDocuments(
  app,
  many,
  await quietAccount(app, many),
  [...given, ...others].map((name) => ({ name })),
);

const found = async (who: TestPerson, search: string) =>
  (await who.call(documents.list, { query: { search, per_page: 100 } })).data.map(({ name }) => name).sort();

describe('a name', () => {
  it.each(searches)('with %s in it is found in short and in long lists', async (search, expected) => {
    expect(await found(few, search)).toEqual(expected.toSorted());
    expect(await found(many, search)).toEqual(expected.toSorted());
  });

  it('is searched in the list while that is short', async () => {
    const { pool } = app.services;
    expect(await nameRouteOf(app.services, memberOf(few, '1'))).toBe('list');
    expect(await nameRouteOf(app.services, memberOf(many, '1'))).toBe('index');
    // The counts of accounts don't include everything a person sees.
    await pool.query('update source_accounts set files = 0 where user_id = $1', [many.id]);
    expect(await nameRouteOf(app.services, memberOf(many, '2'))).toBe('index');
    await pool.query(`delete from documents where owner_id = $1 and name like 'Picture 1%'`, [many.id]);
    expect(await nameRouteOf(app.services, memberOf(many, '3'))).toBe('list');
  });

  it('is searched in the index in only one way, and never with too few letters', async () => {
    const usesIndex = (text: string, route: NameRoute) =>
      app.services.db.transaction().execute(async (db) => {
        for (const kind of ['seqscan', 'indexscan', 'indexonlyscan'])
          await sql`set local ${sql.raw(`enable_${kind}`)} = off`.execute(db);
        const { rows } = await sql<Record<string, string>>`explain select 1 from document_access a
          where ${hasInName(text, route)}`.execute(db);
        return JSON.stringify(rows).includes('document_access_search');
      });
    expect(await usesIndex('pict', 'index')).toBe(true);
    expect(await usesIndex('pi', 'index')).toBe(false);
    expect(await usesIndex('pict', 'list')).toBe(false);
  });
});
