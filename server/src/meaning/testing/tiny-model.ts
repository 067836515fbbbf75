import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The smallest model that onnxruntime runs: it looks up each token in a table, so a text's vector is the mean of its
 * words'. Written in ONNX's protobuf format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */

/** Integers are varints; everything else is preceded by its length. */
type Field = [number: number, value: number | string | Uint8Array];

function message(...fields: Field[]): Buffer {
  const bytes = fields.map(([number, value]) => {
    if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
    const content = Buffer.from(value as Uint8Array);
    return Buffer.concat([varint((number << 3) | 2), varint(content.length), content]);
  });
  return Buffer.concat(bytes);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}

const [float, int64] = [1, 7];

function valueInfo(name: string, type: number, dims: readonly (string | number)[]): Buffer {
  const shape = message(...dims.map((dim): Field => [1, message(typeof dim === 'string' ? [2, dim] : [1, dim])]));
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
}

function gatherModel(rows: readonly (readonly number[])[], input: string): Buffer {
  const width = rows[0]!.length;
  const raw = Buffer.from(Float32Array.from(rows.flat()).buffer);
  const table = message([1, rows.length], [1, width], [2, float], [8, 'table'], [9, raw]);
  const node = message([1, 'table'], [1, input], [2, 'last_hidden_state'], [3, 'look up'], [4, 'Gather']);
  const graph = message(
    [1, node],
    [2, 'tiny'],
    [5, table],
    [11, valueInfo(input, int64, ['batch', 'tokens'])],
    [11, valueInfo('attention_mask', int64, ['batch', 'tokens'])],
    [12, valueInfo('last_hidden_state', float, ['batch', 'tokens', width])],
  );
  return message([1, 8], [7, graph], [8, message([1, ''], [2, 13])]);
}

const vocabulary = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  'annual',
  'leave',
  'vacation',
  '##s',
  'invoice',
  'query',
  'passage',
  ':',
];
const width = 8;

/** Leave and vacation are similar. */
function rowOf(word: string, at: number): number[] {
  const direction = word === 'vacation' ? vocabulary.indexOf('leave') : at;
  const isWord = at > 3 && word !== ':';
  return Array.from({ length: width }, (_, i) => (isWord ? Math.sin((direction + 1) * (i + 1)) : 0));
}

export const tokenizer = {
  version: '1.0',
  added_tokens: vocabulary.slice(0, 4).map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  decoder: null,
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
  },
};

/** A folder in the usual layout of published models. */
export async function writeTinyModel(
  folder: string,
  { input = 'input_ids', files = {} }: { input?: string; files?: Record<string, unknown> } = {},
): Promise<void> {
  await mkdir(join(folder, '1_Pooling'), { recursive: true });
  await writeFile(join(folder, 'model.onnx'), gatherModel(vocabulary.map(rowOf), input));
  const all = {
    'tokenizer.json': tokenizer,
    'config.json': { model_type: 'bert', max_position_embeddings: 64 },
    ...files,
  };
  for (const [name, content] of Object.entries(all)) await writeFile(join(folder, name), JSON.stringify(content));
}
