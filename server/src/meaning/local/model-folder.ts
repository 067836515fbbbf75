import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Conventions, conventionsOf, type Overrides } from './conventions.ts';
import { ModelProblem } from './model-problem.ts';

/** The files in a folder with a model, in the usual layout of published models. */
export interface ModelFolder {
  modelFile: string;
  tokenizer: object;
  tokenizerConfig: object;
  conventions: Conventions;
  /** The same for the same model, wherever its folder is. */
  fingerprint: string;
}

/** The smallest that are nearly as good come first: 8-bit weights, then the others. */
const modelFiles = [
  'model.onnx',
  'onnx/model_quantized.onnx',
  'onnx/model_int8.onnx',
  'onnx/model_uint8.onnx',
  'onnx/model.onnx',
  'onnx/model_q4.onnx',
];

/** Throws `ModelProblem` if the folder has no model. */
export async function readModelFolder(folder: string, overrides: Overrides = {}): Promise<ModelFolder> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new ModelProblem(
      error.code === 'ENOENT' ? `there is no folder ${folder}` : `${folder} can’t be read as a folder (${error.code})`,
    );
  });
  const modelFile = await firstOf(folder, modelFiles);
  const contents = found.length > 0 ? `has only ${found.slice(0, 8).join(', ')}` : 'is empty';
  if (!modelFile) throw new ModelProblem(`${folder} has no model.onnx; it ${contents}`);
  const tokenizer = await jsonOf(folder, 'tokenizer.json');
  if (!tokenizer) throw new ModelProblem(`${folder} has no tokenizer.json; it ${contents}`);
  const tokenizerConfig = (await jsonOf(folder, 'tokenizer_config.json')) ?? {};
  const conventions = conventionsOf(
    {
      folder,
      config: await jsonOf(folder, 'config.json'),
      tokenizerConfig,
      pooling: await jsonOf(folder, '1_Pooling/config.json'),
      sentences: await jsonOf(folder, 'sentence_bert_config.json'),
      prompts: await jsonOf(folder, 'config_sentence_transformers.json'),
    },
    overrides,
  );
  const fingerprint = await fingerprintOf(modelFile, [tokenizer, tokenizerConfig, conventions]);
  return { modelFile, tokenizer, tokenizerConfig, conventions, fingerprint };
}

async function firstOf(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const file = join(folder, name);
    const isThere = await stat(file).then(
      (one) => one.isFile(),
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}

async function jsonOf(folder: string, name: string): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {}
  throw new ModelProblem(`${join(folder, name)} isn’t JSON, as it should be`);
}

/** Large models keep their weights in a separate file. */
async function fingerprintOf(modelFile: string, parts: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(parts));
  await pipeline(createReadStream(modelFile), hash, { end: false });
  for (const name of [`${modelFile}_data`, `${modelFile}.data`])
    await pipeline(createReadStream(name), hash, { end: false }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  return hash.digest('hex').slice(0, 16);
}
