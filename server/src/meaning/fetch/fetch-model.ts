import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Checksum, download } from './download.ts';
import { FetchProblem } from './fetch-problem.ts';
import { get } from './get.ts';

/** The first that exists is used; 8-bit weights are a quarter of the size and nearly as good. */
const models = ['onnx/model_quantized.onnx', 'onnx/model_int8.onnx', 'model.onnx', 'onnx/model.onnx'];
const required = ['config.json', 'tokenizer.json'];
const optional = [
  'tokenizer_config.json',
  '1_Pooling/config.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
];
const sums = 'SHA256SUMS';

interface Wanted {
  /** The address below which the files are, in the usual layout of published models. */
  url: string;
  folder: string;
  tell(line: string): void;
  pauseMs?: number;
}

/** Downloads missing files. Can be killed and run again; no file is ever incomplete. */
export async function fetchModel({ url, folder, tell, pauseMs }: Wanted): Promise<void> {
  const listed = await listedSums(url);
  const names: string[] = [];
  const fetched = async (name: string): Promise<boolean> => {
    if (listed && !listed.has(name)) return false;
    const isThere = await download(
      { url: `${url}/${name}`, file: join(folder, name), checksum: listed?.get(name) },
      pauseMs,
    );
    if (isThere) {
      names.push(name);
      tell(name);
    }
    return isThere;
  };
  for (const name of required)
    if (!(await fetched(name))) throw new FetchProblem(`${url} has no ${name}, so it is no model that Sheaf can use.`);
  for (const name of optional) await fetched(name);
  let model: string | undefined;
  for (const name of models) {
    model = (await fetched(name)) ? name : undefined;
    if (model) break;
  }
  if (!model) throw new FetchProblem(`${url} has none of ${models.join(', ')}.`);
  await fetched(`${model}_data`);
  await writeSums(folder, names);
}

/** The list of files that a copy of the folder publishes. Undefined if there is none. */
async function listedSums(url: string): Promise<Map<string, Checksum> | undefined> {
  const response = await get(`${url}/${sums}`, {}).catch(({ message, name }: Error) => {
    throw new FetchProblem(
      `${url} can’t be reached (${message || name}). Set EMBEDDINGS_MODEL_URL to a copy that can.`,
    );
  });
  if (response.statusCode !== 200) {
    response.resume();
    return undefined;
  }
  const list = (await text(response)).slice(0, 100_000);
  const lines = list.matchAll(/^([\da-f]{64}) [ *](?:\.\/)?(\S+)$/gm);
  return new Map([...lines].map(([, hex, name]) => [name!, { kind: 'sha256', hex: hex! }]));
}

async function writeSums(folder: string, names: readonly string[]): Promise<void> {
  const lines: string[] = [];
  for (const name of names) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash, { end: false });
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  const file = join(folder, sums);
  await writeFile(`${file}.part`, lines.join(''));
  await rename(`${file}.part`, file);
}
