import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishWords, modelVocabulary, texts, webWords } from './sources.mjs';

/** With 1,024 centroids the table stays below 8 MiB. */
const rows = 31_000;

/**
 * The tokens of the model's own vocabulary that occur in English text (without ideographs, punctuation and
 * placeholders), plus the most frequent words that it would split: 'invoice' is one of them, and the mean of 'in',
 * '##vo' and '##ice' means nothing. Plurals and other forms of an existing word are not added.
 */
export function chooseVocabulary() {
  const own = modelVocabulary().filter((piece) => /^(##)?[a-z0-9]+$/.test(piece));
  const known = new Set(own);
  const counts = countWords();
  const office = readFileSync(join(import.meta.dirname, 'office-words.txt'), 'utf8').split('\n');
  const candidates = new Set([...englishWords()].filter((word) => /^[a-z]{3,}$/.test(word)));
  const frequent = [...candidates].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const ofTheWeb = webWords().filter((word) => candidates.has(word));
  for (const word of [...office.filter(Boolean), ...ofTheWeb, ...frequent]) {
    if (known.size === rows) break;
    if (!known.has(word) && !isForm(word, known)) known.add(word);
  }
  return [...known];
}

const endings = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['ed', ''],
  ['ed', 'e'],
  ['ing', ''],
  ['ing', 'e'],
  ['ly', ''],
];

const isForm = (word, known) =>
  endings.some(([ending, stem]) => word.endsWith(ending) && known.has(word.slice(0, -ending.length) + stem));

function countWords() {
  const counts = new Map();
  for (const text of texts())
    for (const [word] of text.toLowerCase().matchAll(/[a-z0-9]+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
