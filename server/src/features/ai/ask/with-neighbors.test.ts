import { type ModelsSandbox, startModels } from '@sheaf/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quietAccount } from '../../../testing/documents.ts';
import { memberOf } from '../../../testing/member.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { wantTexts } from '../../passages/index.ts';
import { findEvidence } from '../answers/find-evidence.ts';
import { askOnce } from './ask-once.ts';
import { withNeighbors } from './with-neighbors.ts';

/** Enough words for a passage of their own. */
const filler = (topic: string) => `${Array.from({ length: 160 }, (_, n) => `${topic}${n}`).join(' ')}.\n`;
const handbook = `${filler('before')}${filler('start')}The sabbatical takes six months. ${filler('middle')}It needs the consent of the board. ${filler('behind')}`;
const question = 'How long does the sabbatical take?';

let app: TestApp;
let models: ModelsSandbox;
let me: TestPerson;
beforeAll(async () => {
  app = await testApp();
  models = await startModels();
  me = await person(app);
  const ids = await addFiles(app, me, await quietAccount(app, me), [{ name: 'Handbook.txt', bytes: handbook }]);
  await wantTexts(app.services.db, ids);
  await app.work({ readTexts: true });
});
afterAll(async () => {
  await app.close();
  await models.stop();
});

const evidenceFor = (limit: number) =>
  findEvidence(app.services, memberOf(me), question, { scope: {}, excludedSources: [] }, limit);

it('gives the passages beside the best ones, in their order', async () => {
  const [best] = await evidenceFor(1);
  expect(best!.body).toContain('six months');
  const all = await withNeighbors(app.services.db, me.organizationId, [best!]);
  expect(all.map(({ number }) => number)).toEqual([best!.number - 1, best!.number, best!.number + 1]);
  expect(all[2]!.body).toContain('consent of the board');
  expect(all[2]!.documentId).toBe(best!.documentId);
});

it('gives each passage once, and leaves out those that don’t fit', async () => {
  const [best] = await evidenceFor(1);
  const next = (await withNeighbors(app.services.db, me.organizationId, [best!]))[2]!;
  const numbers = (await withNeighbors(app.services.db, me.organizationId, [best!, next])).map(({ number }) => number);
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
  const long = { ...best!, body: 'x'.repeat(23_500) };
  expect(await withNeighbors(app.services.db, me.organizationId, [long])).toEqual([long]);
});

it('gives the other passages as far as they fit', async () => {
  const [best] = await evidenceFor(1);
  const found = (length: number) =>
    Array.from({ length: 14 }, (_, n) => ({ ...best!, number: 100 + n, body: 'x'.repeat(length) }));
  const given = async (all: ReturnType<typeof found>) =>
    (await withNeighbors(app.services.db, me.organizationId, all)).map(({ number }) => number - 100);
  expect(await given(found(1_600))).toEqual([...Array.from({ length: 14 }).keys()]);
  const [last, ...others] = found(1_900).toReversed();
  expect(await given([...others.toReversed(), { ...last!, body: 'x' }])).toEqual([
    ...Array.from({ length: 12 }).keys(),
    13,
  ]);
});

it('lets a model cite the neighbors of a passage that was found', async () => {
  app.services.config.ai = { provider: 'openai', model: 'scripted', apiKey: 'a-key', url: models.openaiUrl };
  const given = await withNeighbors(app.services.db, me.organizationId, await evidenceFor(12));
  const number = given.findIndex(({ body }) => body.includes('consent of the board')) + 1;
  models.say([{ text: `The board agrees to it [[${number}: "It needs the consent of the board"]].` }]);
  const asked = { question, scope: {}, signal: new AbortController().signal };
  const { content, citations } = await askOnce(app.services, memberOf(me), asked);
  expect(content).toBe('The board agrees to it [1].');
  expect(citations).toMatchObject([{ documentName: 'Handbook.txt', quote: 'It needs the consent of the board' }]);
});
