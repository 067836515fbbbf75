import { shuffled } from './random.mjs';
import { prose, synsets } from './sources.mjs';

/** More would take longer and teach little. */
const count = 16_384;

/** Animals and plants have too many of WordNet's definitions. */
const leftOut = new Set(['05', '20']);

/** Short texts to learn from: words with their definitions, and sentences of speeches and mails. */
export function chooseLessons() {
  const texts = [];
  for (const { kind, words, gloss } of synsets())
    if (!leftOut.has(kind) && !isName(words[0])) texts.push(`${words.slice(0, 4).join(', ')}: ${gloss}`);
  for (const text of prose())
    for (const sentence of text.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+/))
      if (isPlain(sentence)) texts.push(sentence);
  return shuffled(texts, 12_345).slice(0, count);
}

const isName = (word) => /[A-Z]/.test(word) && word !== 'I';

function isPlain(sentence) {
  const words = sentence.split(' ').length;
  const letters = sentence.match(/[a-z]/g)?.length ?? 0;
  return words >= 6 && words <= 40 && /^[ -~]+$/.test(sentence) && letters > sentence.length * 0.6;
}
