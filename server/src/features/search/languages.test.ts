import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { memberOf } from '../../testing/member.ts';
import { person } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { wantTexts } from '../passages/index.ts';
import { retrieve } from './index.ts';
import { statisticsOf } from './query/statistics.ts';

const { search } = contract;

const files = {
  'hats.txt': 'The hat of the founder hangs in the hall of the company, next to the portrait of her daughter.',
  'company.txt': 'The founder of the company spoke at length about the early years, and thanked everyone.',
  'freight.txt': 'Sea freight from Shanghai takes about thirty days, and must be booked three weeks before.',
  'road.txt': 'Road freight within the country takes two days, and must be booked on the day before.',
  'office.txt': 'The location of the new office is near the station, which everybody can reach by train.',
  'de.txt': 'Der Gründer hat die Firma im Jahr 1998 gegründet, und seine Tochter hat sie heute übernommen.',
  'es.txt': 'Queremos que la reunión sea en la oficina de Madrid, y que todos los socios estén presentes ese día.',
  'fr.txt': 'La location du bureau commence en mars, et le contrat a été signé par les deux parties hier.',
};

const app = await forThisFile(testApp());
const me = await person(app);
const given = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
const ids = await addFiles(app, me, await quietAccount(app, me), given);
await wantTexts(app.services.db, ids);
await app.work({ readTexts: true });

const byWords = async (q: string) =>
  (await me.call(search.find, { query: { q } })).data
    .filter(({ matched }) => matched !== 'meaning')
    .map(({ document }) => document.name);
const retrieved = async (query: string) => retrieve(app.services, { member: memberOf(me), query, limit: 5 });

describe('a word that is a stop word in another language of the workspace', () => {
  it('must occur in passages of the languages where it isn’t one', async () => {
    expect(await byWords('hat founder')).toEqual(['hats.txt']);
    expect(await byWords('sea freight')).toEqual(['freight.txt']);
    expect(await byWords('founder -hat')).toEqual(['company.txt']);
  });

  it('counts in questions', async () => {
    const [first] = await retrieved('Where does the hat hang?');
    expect(first!.document.name).toBe('hats.txt');
    expect(first!.score).toBeGreaterThan(0.9);
  });
});

it('looks for the office word of a language only in passages of that language', async () => {
  const found = (await retrieved('When does the lease begin?')).filter(({ leg }) => leg === 'words');
  expect(found.map(({ document }) => document.name)).toEqual(['fr.txt']);
});

it('ignores languages that only occur in the trash', async () => {
  const { pool } = app.services;
  const languages = async () => [...(await statisticsOf(app.services, me.organizationId)).languages].sort();
  expect(await languages()).toEqual(['de', 'en', 'es', 'fr']);
  await pool.query(`update documents set deleted_at = now() where id = $1`, [ids[6]]);
  expect(await languages()).toEqual(['de', 'en', 'fr']);
  await pool.query('update documents set deleted_at = null where id = $1', [ids[6]]);
});
