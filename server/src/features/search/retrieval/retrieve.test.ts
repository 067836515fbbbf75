import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { EmbeddingsUnavailable } from '../../../meaning/index.ts';
import { quietAccount } from '../../../testing/documents.ts';
import { memberOf } from '../../../testing/member.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import { testApp } from '../../../testing/test-app.ts';
import { wantTexts } from '../../passages/index.ts';
import { retrieve } from './retrieve.ts';

const { search, sharing } = contract;

const files = {
  'rent.txt': 'The rent of the studio is 900 euros, payable on the third day of each month.',
  'party.txt': 'The party in the studio begins on the third day of the festival.',
  'leave.txt':
    'Employees are entitled to 28 days of annual leave. Requests are approved by the team lead two weeks before.',
  'phones.txt': 'If you lose a phone or a laptop, call Bruno at once. He locks the device from afar.',
};

const app = await forThisFile(testApp());
const me = await person(app);
const other = await person(app, { organizationId: me.organizationId });
const given = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
const ids = await addFiles(app, me, await quietAccount(app, me), given);
await wantTexts(app.services.db, ids);
await app.work({ readTexts: true });

const found = (who: TestPerson, query: string, scope = {}) =>
  retrieve(app.services, {
    member: memberOf(who),
    query,
    scope,
    limit: 5,
  });
const names = async (...args: Parameters<typeof found>) => (await found(...args)).map(({ document }) => document.name);
const inOtherWords = 'My mobile was stolen, whom do I contact?';

/** Runs `act` with an embeddings endpoint that fails in this way. */
async function without<T>(failure: Error, act: () => Promise<T>): Promise<T> {
  const before = app.services.embedder;
  const embed = () => Promise.reject(failure);
  app.services.embedder = { ...before, embed };
  try {
    return await act();
  } finally {
    app.services.embedder = before;
  }
}

it('returns the passages with the rarest words of a question, within what one may see and chooses', async () => {
  const query = 'How high is the rent of our studio?';
  const [first, second] = await found(me, query);
  expect([first!.document.name, first!.leg]).toEqual(['rent.txt', 'words']);
  expect([second!.document.name, second!.leg]).toEqual(['party.txt', 'words']);
  expect(first!.score).toBeGreaterThan(second!.score);
  expect(first!.text).toContain('900 euros');
  expect(await found(other, query)).toEqual([]);
  expect(await names(me, query, { document_ids: [ids[1]!] })).toEqual(['party.txt']);
});

it('finds an answer far into a long document, even without help by meaning', async () => {
  const viewer = await person(app);
  const filler = 'Die Mitglieder beraten über den Haushalt, und das Quorum der Versammlung wird vorher festgestellt. ';
  const bytes = `${filler.repeat(150)}Das Quorum des Ausschusses Zephyr beträgt sieben Mitglieder.`;
  await wantTexts(
    app.services.db,
    await addFiles(app, viewer, await quietAccount(app, viewer), [{ name: 'Satzung.txt', bytes }]),
  );
  await app.work({ readTexts: true });
  const [first] = await found(viewer, 'Wie hoch ist das Quorum des Ausschusses Zephyr?');
  expect(first!.text).toContain('sieben Mitglieder');
  expect(first!.number).toBeGreaterThan(8);
});

it('finds synonyms of a question’s words, however inflected, and marks them', async () => {
  const viewer = await person(app);
  const asked = { 'policy.txt': 'Everybody has 30 days of holiday a year.', 'trip.txt': 'We had many days of rain.' };
  const added = Object.entries(asked).map(([name, bytes]) => ({ name, bytes }));
  await wantTexts(app.services.db, await addFiles(app, viewer, await quietAccount(app, viewer), added));
  await app.work({ readTexts: true });
  const [first] = await found(viewer, 'How many days of vacations do I have?');
  expect(first!.document.name).toBe('policy.txt');
  expect(first!.spans.map(([start, end]) => first!.text.slice(start, end))).toContain('holiday');
});

it('puts a term’s definition before passages that only contain it more often', async () => {
  const viewer = await person(app);
  const filler = 'Work that is larger than other work makes work for all who work in the larger parks of this town. ';
  const bytes = `Rules of the parks\n${filler.repeat(40)}\n“Larger Work” means whatever two gardeners plant together.`;
  await wantTexts(
    app.services.db,
    await addFiles(app, viewer, await quietAccount(app, viewer), [{ name: 'rules.txt', bytes }]),
  );
  await app.work({ readTexts: true });
  const [first] = await found(viewer, 'What does Larger Work mean?');
  expect(first!.sentences.find(({ definition }) => definition === 1)!.text).toContain('two gardeners');
  const [asked] = await found(viewer, 'Which larger work is there?');
  expect(asked!.sentences.every(({ definition }) => definition === 0)).toBe(true);
});

it('finds other wordings by meaning', async () => {
  const [first] = await found(me, inOtherWords);
  expect(first).toMatchObject({ document: { name: 'phones.txt' }, leg: 'meaning' });
  expect(await names(me, `${inOtherWords} -laptop`)).not.toContain('phones.txt');
});

it('finds others’ passages by meaning only while they are shared', async () => {
  expect(await names(other, inOtherWords)).toEqual([]);
  await me.call(sharing.share, { body: { inviting_ids: [other.id], document_ids: [ids[3]!] } });
  expect(await names(other, inOtherWords)).toEqual(['phones.txt']);
  await me.call(sharing.unshare, { params: { userId: other.id, documentId: ids[3]! } });
  expect(await names(other, inOtherWords)).toEqual([]);
});

it.each([
  new EmbeddingsUnavailable('The embeddings endpoint could not be reached.'),
  new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
])('finds by words alone without search by meaning: %s', async (failure) => {
  const query = 'How high is the rent of our studio?';
  expect((await without(failure, () => names(me, query)))[0]).toBe('rent.txt');
});

it('rates each sentence by what it covers of the question', async () => {
  const [leave] = await found(me, 'How many days of annual vacation do we have?', { document_ids: [ids[2]!] });
  const [days, requests] = leave!.sentences;
  expect(leave!.text.slice(days!.start)).toMatch(/^Employees are entitled/);
  expect(days!.coverage).toBeGreaterThan(requests!.coverage + 0.3);
  expect(days!.support).toBeGreaterThan(0);
  // Without a name of the question, it supports next to nothing.
  const [unknown] = await found(me, 'How many days of annual leave does Ottokar have?', { document_ids: [ids[2]!] });
  expect(Math.max(...unknown!.sentences.map(({ support }) => support))).toBeLessThan(0.4);
});

const searched = async (who: TestPerson, q: string, query: object = {}) =>
  (await who.call(search.find, { query: { q, ...query } })).data.map(({ document, matched }) => [
    document.name,
    matched,
  ]);

it('shows passages related by meaning after matches by words', async () => {
  expect(await searched(me, 'stolen mobile')).toEqual([['phones.txt', 'meaning']]);
  const [first, ...others] = await searched(me, 'monthly');
  expect(first).toEqual(['rent.txt', 'content']);
  expect(others.every(([, matched]) => matched === 'meaning')).toBe(true);
  const { data, pagination } = await me.call(search.find, { query: { q: 'stolen mobile' } });
  expect(data[0]!.passages).toMatchObject([{ text: files['phones.txt'], highlights: [], place: { kind: 'text' } }]);
  expect(pagination.total).toBe(1);
});

it('shows the nearest sentence of a related passage', async () => {
  const viewer = await person(app);
  const bytes = `Everyone is welcome here. ${files['phones.txt']}`;
  await wantTexts(
    app.services.db,
    await addFiles(app, viewer, await quietAccount(app, viewer), [{ name: 'rules.txt', bytes }]),
  );
  await app.work({ readTexts: true });
  const [result] = (await viewer.call(search.find, { query: { q: 'stolen mobile' } })).data;
  expect(result!.matched).toBe('meaning');
  expect(result!.passages[0]!.text).toMatch(/^(If you lose|He locks)/);
});

it('shows nothing related for a phrase, to others, on later pages, or without search by meaning', async () => {
  expect(await searched(me, '"stolen mobile"')).toEqual([]);
  expect(await searched(other, 'stolen mobile')).toEqual([]);
  expect(await searched(me, 'stolen mobile', { page: 2 })).toEqual([]);
  expect(await without(new EmbeddingsUnavailable('away'), () => searched(me, 'stolen mobile'))).toEqual([]);
});

it('judges passages by what one may see, whatever words others have in their documents', async () => {
  const question = 'How much is the rent of the studio on the third day?';
  const judged = async (hidden: readonly string[]) => {
    const viewer = await person(app);
    const colleague = await person(app, { organizationId: viewer.organizationId });
    const given = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
    const theirs = hidden.map((bytes, index) => ({ name: `${index}.txt`, bytes }));
    await wantTexts(app.services.db, [
      ...(await addFiles(app, viewer, await quietAccount(app, viewer), given)),
      ...(await addFiles(app, colleague, await quietAccount(app, colleague), theirs)),
    ]);
    await app.work({ readTexts: true });
    const passages = await found(viewer, question);
    return passages.map(({ document, score, fit, sentences }) => ({ name: document.name, score, fit, sentences }));
  };
  const others = Array.from(
    { length: 12 },
    (_, index) => `The rent of flat ${index} is due. Rent, rent and rent again.`,
  );
  expect(await judged(others)).toEqual(await judged([]));
});
