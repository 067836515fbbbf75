import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { type Embedder, EmbeddingsUnavailable, installRuntime, similarity } from '../index.ts';
import { writeTinyModel } from '../testing/tiny-model.ts';
import { openLocalEmbedder } from './local-embedder.ts';
import { ModelProblem } from './model-problem.ts';

/** The real onnxruntime, which is installed once for all runs, because it is too large to be a dependency. */
const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache/onnxruntime');
const isThere = await installRuntime(join(cache, 'model'), cache, () => {}).then(
  () => true,
  (error: Error) => {
    if (process.env.CI) throw error;
    console.warn(`Skipped: a model on this machine needs onnxruntime-node, which isn’t installed. ${error.message}`);
    return false;
  },
);

const opened: { end(): Promise<void> }[] = [];
await mkdir(cache, { recursive: true });
const dir = await mkdtemp(join(cache, 'models-'));
afterEach(async () => {
  for (const { end } of opened.splice(0)) await end();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const never = new AbortController().signal;

async function open(name: string, overrides = {}): Promise<Embedder> {
  const one = await openLocalEmbedder({ folder: join(dir, name), threads: 1, overrides });
  opened.push(one);
  return one.embedder;
}

async function nearness(embedder: Embedder, one: string, other: string): Promise<number> {
  const [a, b] = await embedder.embed([one, other], never);
  return similarity(a!.vector, b!.vector);
}

it.runIf(isThere)('embeds with the model in the folder, in order and whatever the length', async () => {
  await writeTinyModel(join(dir, 'tiny'));
  const embedder = await open('tiny');
  expect(embedder.canEmbed('ja')).toBe(true);
  expect(await nearness(embedder, 'annual leave', 'Annual vacation')).toBeGreaterThan(0.99);
  expect(await nearness(embedder, 'annual leave', 'invoice')).toBeLessThan(0.9);
  const texts = ['invoice', ' ', 'leave '.repeat(5_000), ...Array.from({ length: 50 }, () => 'annual leave')];
  const embedded = await embedder.embed(texts, never);
  expect(embedded).toHaveLength(texts.length);
  expect(embedded[1]).toBeNull();
  expect(similarity(embedded[2]!.vector, embedded[1 + 49]!.vector)).toBeLessThan(1);
  const [alone] = await embedder.embed(['annual leave'], never);
  for (const one of embedded.slice(3)) expect(one).toEqual(alone);
  expect(await embedder.nearestClusters(alone!.vector, 3)).toHaveLength(3);
});

it.runIf(isThere)('has the same name exactly for the same model used in the same way', async () => {
  await writeTinyModel(join(dir, 'one'));
  await writeTinyModel(join(dir, 'copy'));
  const { id } = await open('one');
  expect((await open('copy')).id).toBe(id);
  expect((await open('one', { passagePrefix: 'passage: ' })).id).not.toBe(id);
  expect((await open('one', { questionPrefix: 'query: ' })).id).not.toBe(id);
});

it.runIf(isThere)('treats questions differently from passages if the model requires it', async () => {
  const prompts = { prompts: { query: 'query: ', document: 'passage: ' } };
  await writeTinyModel(join(dir, 'prompted'), { files: { 'config_sentence_transformers.json': prompts } });
  const embedder = await open('prompted');
  const [question] = await embedder.embed(['leave'], never, { as: 'question' });
  const [passage] = await embedder.embed(['leave'], never);
  expect(question).not.toEqual(passage);
});

it.runIf(isThere)('answers urgent requests first, and drops aborted ones', async () => {
  await writeTinyModel(join(dir, 'busy'));
  const embedder = await open('busy');
  await embedder.embed(['leave'], never);
  const ended: string[] = [];
  const note = (name: string) => () => ended.push(name);
  const stop = new AbortController();
  const later = embedder.embed(Array(200).fill('leave'), never).then(note('later'));
  const given = embedder.embed(Array(200).fill('leave'), stop.signal).then(note('given up'), note('stopped'));
  const urgent = embedder.embed(['leave'], never, { isUrgent: true }).then(note('urgent'));
  stop.abort(new Error('nobody waits'));
  await Promise.all([later, given, urgent]);
  expect(ended).toEqual(['stopped', 'urgent', 'later']);
  await expect(embedder.embed(Array(2_000).fill('leave'), never)).rejects.toThrow('too much to do');
});

it.runIf(isThere)('ends while it embeds, without ending its process', async () => {
  await writeTinyModel(join(dir, 'ending'));
  for (let n = 0; n < 8; n++) {
    const { embedder, end } = await openLocalEmbedder({ folder: join(dir, 'ending'), threads: 1, overrides: {} });
    const given = embedder.embed(Array(400).fill('leave '.repeat(1_000)), never);
    await Promise.all([expect(given).rejects.toThrow(EmbeddingsUnavailable), end()]);
  }
});

it.runIf(isThere).each([
  ['nowhere', async () => {}, 'there is no folder'],
  ['empty', (at: string) => mkdir(at), 'has no model.onnx; it is empty'],
  [
    'other',
    async (at: string) => {
      await mkdir(at);
      await writeFile(join(at, 'model.safetensors'), 'x');
    },
    'has no model.onnx; it has only model.safetensors',
  ],
  [
    'no tokenizer',
    async (at: string) => {
      await writeTinyModel(at);
      await rm(join(at, 'tokenizer.json'));
    },
    'has no tokenizer.json',
  ],
  [
    'half a model',
    async (at: string) => {
      await writeTinyModel(at);
      await writeFile(join(at, 'model.onnx'), 'half');
    },
    'isn’t a model that onnxruntime can read',
  ],
  [
    'half a tokenizer',
    async (at: string) => {
      await writeTinyModel(at);
      await writeFile(join(at, 'tokenizer.json'), '{"model":');
    },
    'tokenizer.json isn’t JSON',
  ],
  ['for pictures', (at: string) => writeTinyModel(at, { input: 'pixels' }), 'wants pixels'],
])('says what is wrong with a folder that is %s', async (name, make, problem) => {
  await make(join(dir, name));
  const opening = open(name);
  await expect(opening).rejects.toThrow(ModelProblem);
  await expect(opening).rejects.toThrow(problem);
});

it('is used if settings say so', () => {
  const { embeddings } = readConfig({ EMBEDDINGS: 'local', SHEAF_DATA_DIR: tmpdir() });
  expect(embeddings).toMatchObject({ folder: join(tmpdir(), 'models/multilingual-e5-small'), threads: 1 });
});
