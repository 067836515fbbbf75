import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Embedder, EmbeddingsUnavailable, embedderNumber } from '../../../meaning/index.ts';
import { quietAccount } from '../../../testing/documents.ts';
import { memberOf } from '../../../testing/member.ts';
import { person } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import { testApp } from '../../../testing/test-app.ts';
import { wantTexts } from '../../passages/index.ts';
import { retrieve } from './retrieve.ts';

/** Passages that a language model hasn't embedded before someone asks a question. */

const files = {
  'bottle.txt': 'The bottle of the studio has a green label.',
  'box.txt': 'Box 4711 of the studio has a red label.',
};
const question = 'Which green thing of the studio has a label for lemonade?';

let asked: string[];
let failure: Error | undefined;

/** Knows one thing: whether a text is about something to drink. */
const model: Embedder = {
  id: 'local:1:drinks',
  isModel: true,
  canEmbed: () => true,
  async embed(texts, _, { as = 'passage' } = {}) {
    if (failure && as === 'passage') throw failure;
    asked.push(...texts.map((text) => `${as} ${text.slice(0, 10)}`));
    return texts.map((text) => {
      const isDrink = /lemonade|4711/.test(text);
      return { vector: Int8Array.of(isDrink ? 100 : -100, 10), code: `x${'0f'.repeat(32)}`, cluster: 1 };
    });
  },
  nearestClusters: async () => [1],
};

const app = await forThisFile(testApp());
const me = await person(app);
const given = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
const ids = await addFiles(app, me, await quietAccount(app, me), given);
await wantTexts(app.services.db, ids);
await app.work({ readTexts: true });
const before = app.services.embedder;
beforeEach(async () => {
  [asked, failure] = [[], undefined];
  app.services.embedder = model;
  await app.services.pool.query('update passages set embedder = null, vector = null, code = null, cluster = null');
});
afterEach(() => {
  app.services.embedder = before;
});

const names = async () =>
  (await retrieve(app.services, { member: memberOf(me), query: question, limit: 5 })).map(
    ({ document }) => document.name,
  );
const embedded = async (): Promise<number> =>
  (
    await app.services.pool.query('select 1 from passages where embedder = $1 and vector is not null', [
      embedderNumber(model),
    ])
  ).rowCount!;

it('embeds passages for the question, which orders them, and stores the result', async () => {
  expect(await names()).toEqual(['box.txt', 'bottle.txt']);
  expect(asked.toSorted()).toEqual(['passage Box 4711 o', 'passage The bottle', 'question Which gree']);
  expect(await embedded()).toBe(2);
  asked = [];
  expect(await names()).toEqual(['box.txt', 'bottle.txt']);
  expect(asked).toEqual(['question Which gree']);
});

it.each([
  ['takes too long', new DOMException('The operation timed out.', 'TimeoutError')],
  ['is away', new EmbeddingsUnavailable('The model is away.')],
])('orders passages by their words if the model %s, and embeds them later', async (_, error) => {
  failure = error;
  expect(await names()).toEqual(['bottle.txt', 'box.txt']);
  expect(await embedded()).toBe(0);
  failure = undefined;
  expect(await names()).toEqual(['box.txt', 'bottle.txt']);
});

it('embeds passages once for everyone who asks at the same time', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, names));
  for (const one of all) expect(one).toEqual(['box.txt', 'bottle.txt']);
  expect(await embedded()).toBe(2);
});
