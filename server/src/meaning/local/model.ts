import { createRequire } from 'node:module';
import { Tokenizer } from '@huggingface/tokenizers';
import { batchesOf } from './batches.ts';
import { type ModelFolder, readModelFolder } from './model-folder.ts';
import { ModelProblem } from './model-problem.ts';
import { type ModelOutput, poolTokens } from './pool-tokens.ts';

/** The part of onnxruntime-node that we use: it is not a dependency, so its types aren’t installed. */
interface Tensor {
  type: string;
  data: unknown;
  dims: readonly number[];
}
interface Session {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}
interface Runtime {
  InferenceSession: { create(file: string, options: object): Promise<Session> };
  Tensor: new (type: string, data: BigInt64Array, dims: number[]) => Tensor;
}

export interface LoadOptions {
  folder: string;
  runtime: string;
  threads: number;
  overrides: Parameters<typeof readModelFolder>[1];
}

export interface LoadedModel extends Pick<ModelFolder, 'fingerprint' | 'conventions'> {
  embed(texts: readonly string[], as: 'question' | 'passage'): Promise<Float32Array[]>;
}

/** Characters of a text. The longest that a model reads is about 2,500; more would be split into tokens for nothing. */
const maxCharacters = 8_000;
const inputs = new Set(['input_ids', 'attention_mask', 'token_type_ids']);

/**
 * Takes seconds, and then as much memory as the size of the model. Throws a `ModelProblem` if the model can't be used.
 */
export async function loadModel({ folder, runtime: path, threads, overrides }: LoadOptions): Promise<LoadedModel> {
  const {
    modelFile,
    tokenizer: json,
    tokenizerConfig,
    conventions,
    fingerprint,
  } = await readModelFolder(folder, overrides);
  const tokenizer = reasoned(() => new Tokenizer(json, tokenizerConfig), `${folder}/tokenizer.json can’t be used`);
  const runtime = reasoned(
    () => createRequire(import.meta.url)(path) as Runtime,
    `onnxruntime-node at ${path} can’t be loaded`,
  );
  const session = await runtime.InferenceSession.create(modelFile, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 4,
    // Otherwise the memory for a long text would be kept for good.
    enableCpuMemArena: false,
  }).catch((error: unknown) => {
    throw new ModelProblem(`${modelFile} isn’t a model that onnxruntime can read (${messageOf(error)})`);
  });
  const unknown = session.inputNames.filter((name) => !inputs.has(name));
  if (unknown.length > 0)
    throw new ModelProblem(
      `${modelFile} wants ${unknown.join(', ')}, but models for texts want input_ids and attention_mask`,
    );

  const tokensOf = (text: string): number[] => {
    const { ids } = tokenizer.encode(text.slice(0, maxCharacters));
    return ids.length <= conventions.maxTokens ? ids : [...ids.slice(0, conventions.maxTokens - 1), ids.at(-1)!];
  };

  async function run(batch: readonly number[][]): Promise<Float32Array[]> {
    const width = Math.max(...batch.map(({ length }) => length));
    const dims = [batch.length, width];
    const ids = new BigInt64Array(batch.length * width);
    const mask = new BigInt64Array(batch.length * width);
    for (const [row, tokens] of batch.entries())
      for (const [at, token] of tokens.entries()) {
        ids[row * width + at] = BigInt(token);
        mask[row * width + at] = 1n;
      }
    const given: Record<string, BigInt64Array> = {
      input_ids: ids,
      attention_mask: mask,
      token_type_ids: new BigInt64Array(ids.length),
    };
    const feeds = Object.fromEntries(
      session.inputNames.map((name) => [name, new runtime.Tensor('int64', given[name]!, dims)]),
    );
    const output = outputOf(await session.run(feeds), session.outputNames);
    return poolTokens(
      output,
      batch.map(({ length }) => length),
      conventions.pooling,
    );
  }

  const model: LoadedModel = {
    fingerprint,
    conventions,
    async embed(texts, as) {
      const prefix = as === 'question' ? conventions.questionPrefix : conventions.passagePrefix;
      const tokens = texts.map((text) => tokensOf(prefix + text));
      const vectors: Float32Array[] = [];
      for (const batch of batchesOf(tokens.map(({ length }) => length)))
        for (const [index, vector] of (await run(batch.map((at) => tokens[at]!))).entries())
          vectors[batch[index]!] = vector;
      return vectors;
    },
  };
  await tryOut(model, modelFile);
  return model;

  function outputOf(all: Record<string, Tensor>, names: readonly string[]): ModelOutput {
    const name = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'].find((one) => all[one]) ?? names[0]!;
    const { data, dims } = all[name]!;
    if (!(data instanceof Float32Array) || dims.length < 2 || dims.length > 3)
      throw new ModelProblem(`${modelFile} answers with ${name}, which are no vectors of tokens or texts`);
    return { data, dims };
  }
}

/** Checks that different texts have different vectors. */
async function tryOut(model: LoadedModel, modelFile: string): Promise<void> {
  const problem = (why: string) => new ModelProblem(`${modelFile} can’t embed a text (${why})`);
  const [one, other] = await model
    .embed(['How much vacation do I get?', 'invoice'], 'question')
    .catch((error: unknown) => {
      throw error instanceof ModelProblem ? error : problem(messageOf(error));
    });
  if (one!.length < 8 || one!.length > 4_096) throw problem(`its vectors have ${one!.length} numbers`);
  if (!one!.every(Number.isFinite)) throw problem('its vectors are no numbers');
  if (one!.every((value, i) => value === other![i])) throw problem('all texts are the same to it');
}

function reasoned<T>(work: () => T, problem: string): T {
  try {
    return work();
  } catch (error) {
    throw new ModelProblem(`${problem} (${messageOf(error)})`);
  }
}

const messageOf = (error: unknown): string => (error as Error).message.split('\n')[0]!.slice(0, 200);
