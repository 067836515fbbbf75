import { InferenceSession, Tensor } from 'onnxruntime-node';
import { modelFile, modelVocabulary } from './sources.mjs';

export const width = 384;

/** Tokens of a text that the model gets. */
const maxPieces = 62;

/** The model's vector of each text: the mean over its tokens, including the marks at both ends. */
export async function askModel(texts, { batch = 32 } = {}) {
  const session = await InferenceSession.create(modelFile, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const ids = new Map(modelVocabulary().map((piece, id) => [piece, id]));
  // Grouped by length, so that little is padded.
  const sequences = texts.map((text, index) => ({ index, pieces: split(text, ids) }));
  sequences.sort((a, b) => a.pieces.length - b.pieces.length || a.index - b.index);
  const vectors = new Float32Array(texts.length * width);
  for (let at = 0; at < sequences.length; at += batch) {
    const some = sequences.slice(at, at + batch);
    const longest = some.at(-1).pieces.length;
    const [input, mask, types] = [0, 0, 0].map(() => new BigInt64Array(some.length * longest));
    for (const [row, { pieces }] of some.entries())
      for (const [place, piece] of pieces.entries()) {
        input[row * longest + place] = BigInt(piece);
        mask[row * longest + place] = 1n;
      }
    const tensor = (values) => new Tensor('int64', values, [some.length, longest]);
    const { last_hidden_state: states } = await session.run({
      input_ids: tensor(input),
      attention_mask: tensor(mask),
      token_type_ids: tensor(types),
    });
    for (const [row, { index, pieces }] of some.entries())
      for (let place = 0; place < pieces.length; place += 1)
        for (let i = 0; i < width; i += 1)
          vectors[index * width + i] += states.data[(row * longest + place) * width + i] / pieces.length;
  }
  return vectors;
}

function split(text, ids) {
  const pieces = [];
  // An entry that continues a word is used as it is.
  if (ids.has(text)) pieces.push(ids.get(text));
  else for (const [word] of text.toLowerCase().matchAll(/[a-z0-9]+|[^\sa-z0-9]/g)) pieces.push(...splitWord(word, ids));
  return [ids.get('[CLS]'), ...pieces.slice(0, maxPieces), ids.get('[SEP]')];
}

function splitWord(word, ids) {
  const found = [];
  for (let start = 0; start < word.length; ) {
    let end = word.length;
    const piece = () => (start > 0 ? '##' : '') + word.slice(start, end);
    while (end > start && !ids.has(piece())) end -= 1;
    if (end === start) return [ids.get('[UNK]')];
    found.push(ids.get(piece()));
    start = end;
  }
  return found;
}
