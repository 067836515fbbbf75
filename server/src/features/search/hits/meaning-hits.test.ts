import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { type Embedder, EmbeddingsUnavailable } from '../../../meaning/index.ts';
import { quietAccount } from '../../../testing/documents.ts';
import { memberOf } from '../../../testing/member.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import { testApp } from '../../../testing/test-app.ts';
import { embeddingProgress, wantTexts } from '../../passages/index.ts';
import { scopeOf } from '../query/scope.ts';
import { askedBy } from '../query/search-terms.ts';
import { embedQuestion, nearestPassages } from './meaning-hits.ts';

const { sharing } = contract;

const leave =
  'Employees are entitled to 28 days of annual leave. Requests are approved by the team lead two weeks before.';
const rent = 'The tenant pays the monthly rent in advance. If payment is late, the landlord may charge interest.';
const urlaub =
  'Alle Mitarbeiterinnen und Mitarbeiter haben Anspruch auf 28 Tage Urlaub im Jahr, der rechtzeitig zu beantragen ist.';

const app = await forThisFile(testApp());
const me = await person(app);
const other = await person(app, { organizationId: me.organizationId });
const files = [leave, rent, urlaub].map((bytes, i) => ({ name: `${i}.txt`, bytes }));
const ids = await addFiles(app, me, await quietAccount(app, me), files);
await wantTexts(app.services.db, ids);
await app.work({ readTexts: true });

const embedAll = async () => {
  await app.services.pool.query(`select graphile_worker.add_job('passages.embed')`);
  await app.work();
};

/** `few`: compares one by one, as for few documents; otherwise by clusters. */
async function found(who: TestPerson, question: string, { few = true, embedder = app.services.embedder } = {}) {
  const { db } = app.services;
  const scope = await scopeOf(app.services, memberOf(who), askedBy(''), [], { filters: {} });
  const meaning = await embedQuestion(embedder, question);
  const near = { passages: 3, wanted: 5 };
  return meaning ? nearestPassages(db, embedder, few ? scope : { ...scope, few: null }, { meaning, ...near }) : [];
}
const documents = async (...args: Parameters<typeof found>) =>
  (await found(...args)).map(({ documentId }) => documentId);

it.each([true, false])(
  'finds passages without a word of the question, nearest first (few documents: %s)',
  async (few) => {
    const [best, next] = await found(me, 'How much time off do I get each year?', { few });
    expect(best!.documentId).toBe(ids[0]);
    expect(best!.nearness).toBeGreaterThan((next?.nearness ?? 0) + 0.1);
  },
);

it('leaves out languages it does not know', async () => {
  expect(await documents(me, 'How much time off do I get each year?')).not.toContain(ids[2]);
  expect(await found(me, 'Wie viele Tage Urlaub haben die Mitarbeiter im Jahr?')).toEqual([]);
});

it.each([true, false])('shows others’ passages only while they are shared (few documents: %s)', async (few) => {
  const ask = () => documents(other, 'How much time off do I get each year?', { few });
  expect(await ask()).toEqual([]);
  await me.call(sharing.share, { body: { inviting_ids: [other.id], document_ids: [ids[0]!] } });
  expect(await ask()).toEqual([ids[0]]);
  await me.call(sharing.unshare, { params: { userId: other.id, documentId: ids[0]! } });
  expect(await ask()).toEqual([]);
});

/** Knows one thing, in two languages: whether a text is about leisure. */
const configured = (id: string, isAway = () => false): Embedder => ({
  id,
  isModel: true,
  canEmbed: () => true,
  embed: async (texts) => {
    if (isAway()) throw new EmbeddingsUnavailable('The embeddings endpoint could not be reached.');
    return texts.map((text) => {
      const isLeisure = /leave|urlaub|vacation/i.test(text);
      const vector = Int8Array.from({ length: 16 }, () => (isLeisure ? 100 : -100));
      return { vector, code: `x${(isLeisure ? 'f' : '0').repeat(64)}`, cluster: isLeisure ? 1 : 0 };
    });
  },
  nearestClusters: async () => [1],
});

it('embeds all passages with another embedder in the background, and compares only its own', async () => {
  const before = app.services.embedder;
  let isAway = true;
  const embedder = configured('endpoint:1:other', () => isAway);
  app.services.embedder = embedder;
  try {
    await embedAll();
    isAway = false;
    expect(await found(me, 'vacation', { embedder })).toEqual([]);
    const progress = () => embeddingProgress({ ...app.services });
    expect(await progress()).toEqual({ pending: 3, share: expect.toSatisfy((share: number) => share < 1) });
    await embedAll();
    expect(await progress()).toEqual({ pending: 0, share: 1 });
    expect((await documents(me, 'vacation', { few: false, embedder })).toSorted()).toEqual([ids[0], ids[2]].toSorted());
    expect(await found(me, 'vacation', { embedder: before })).toEqual([]);
  } finally {
    app.services.embedder = before;
    await embedAll();
  }
  expect((await documents(me, 'How much time off do I get each year?'))[0]).toBe(ids[0]);
});
