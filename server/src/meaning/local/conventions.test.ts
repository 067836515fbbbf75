import { expect, it } from 'vitest';
import { batchesOf } from './batches.ts';
import { conventionsOf } from './conventions.ts';
import { ModelProblem } from './model-problem.ts';
import { poolTokens } from './pool-tokens.ts';

const nothing = {
  config: undefined,
  tokenizerConfig: {},
  pooling: undefined,
  sentences: undefined,
  prompts: undefined,
};
const of = (folder: string, files = {}, overrides = {}) => conventionsOf({ ...nothing, folder, ...files }, overrides);

it.each([
  ['/models/multilingual-e5-small', 'mean', 'query: ', 'passage: '],
  ['/models/all-MiniLM-L6-v2', 'mean', '', ''],
  ['/models/bge-small-en-v1.5', 'cls', 'Represent this sentence for searching relevant passages: ', ''],
  ['/models/bge-m3', 'cls', '', ''],
  ['/models/nomic-embed-text-v1.5', 'mean', 'search_query: ', 'search_document: '],
])('knows how to use models such as %s', (folder, pooling, questionPrefix, passagePrefix) =>
  expect(of(folder)).toMatchObject({ pooling, questionPrefix, passagePrefix }),
);

it('prefers settings to the model’s files, and these to its name', () => {
  const files = {
    config: { _name_or_path: 'intfloat/multilingual-e5-small' },
    pooling: { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
    prompts: { prompts: { query: 'Frage: ' } },
  };
  expect(of('/models/mine')).toMatchObject({ pooling: 'mean', questionPrefix: '' });
  expect(of('/models/mine', files)).toMatchObject({
    pooling: 'cls',
    questionPrefix: 'Frage: ',
    passagePrefix: 'passage: ',
  });
  expect(of('/models/mine', files, { pooling: 'mean', questionPrefix: '' })).toMatchObject({
    pooling: 'mean',
    questionPrefix: '',
  });
});

it('reads as many tokens as the model can, 512 at most', () => {
  expect(of('/m').maxTokens).toBe(512);
  expect(of('/m', { sentences: { max_seq_length: 256 } }).maxTokens).toBe(256);
  expect(of('/m', { config: { max_position_embeddings: 128 } }).maxTokens).toBe(128);
  expect(of('/m', { tokenizerConfig: { model_max_length: 1e30 } }).maxTokens).toBe(512);
  const roberta = { model_type: 'xlm-roberta', max_position_embeddings: 514, pad_token_id: 1 };
  expect(of('/m', { config: roberta }).maxTokens).toBe(512);
  expect(of('/m', { config: { ...roberta, max_position_embeddings: 130 } }).maxTokens).toBe(128);
});

it('refuses a model that pools otherwise', () => {
  expect(() => of('/m', { pooling: { pooling_mode_lasttoken: true } })).toThrow(ModelProblem);
});

it('batches texts of similar length, never with more tokens than memory allows', () => {
  const lengths = [300, 5, 512, 7, ...Array(40).fill(6), 5_000];
  const batches = batchesOf(lengths);
  expect(batches.flat().toSorted((a, b) => a - b)).toEqual([...lengths.keys()]);
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(16);
    const padded = batch.length * Math.max(...batch.map((at) => lengths[at]!));
    expect(batch.length === 1 || padded <= 2_048).toBe(true);
  }
  expect(batches[0]!.map((at) => lengths[at])).toEqual([5, ...Array(15).fill(6)]);
  expect(batchesOf([])).toEqual([]);
});

it('pools the tokens of a text without the padding', () => {
  const output = { data: Float32Array.of(1, 2, 3, 4, 9, 9, 5, 6, 7, 8, 1, 0), dims: [2, 3, 2] };
  expect(
    poolTokens(output, [2, 3], 'mean').map((one) => Array.from(one, (value) => Math.round(value * 100) / 100)),
  ).toEqual([
    [2, 3],
    [4.33, 4.67],
  ]);
  expect(poolTokens(output, [2, 3], 'cls').map((one) => [...one])).toEqual([
    [1, 2],
    [5, 6],
  ]);
  const pooled = { data: Float32Array.of(1, 2, 3, 4), dims: [2, 2] };
  expect(poolTokens(pooled, [2, 3], 'mean').map((one) => [...one])).toEqual([
    [1, 2],
    [3, 4],
  ]);
});
