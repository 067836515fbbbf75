import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareWords } from '../../server/src/meaning/compare-words.ts';
import { wordTable } from '../../server/src/meaning/word-table.ts';
import { synsets } from './sources.mjs';

/**
 * Writes the pairs of words that WordNet lists for one meaning and that the word table finds near each other: a word has
 * many meanings there, most of them rare, and the table knows the usual ones. Run after make.mjs.
 */
const target = join(import.meta.dirname, '../../server/src/meaning/table/synonyms.txt');
/** Only the first meanings of a word, the most frequent ones. */
const maxSense = 3;
const minNearness = 0.35;

const { rows } = await wordTable();
const pairs = new Set();
for (const { senses } of synsets()) {
  const words = senses.filter(({ word, sense }) => sense <= maxSense && /^[a-z]{3,}$/.test(word) && rows.has(word));
  for (const { word } of words) {
    const nearness = await compareWords([word]);
    for (const { word: other } of words)
      if (word < other && nearness(other)[0] >= minNearness) pairs.add(`${word} ${other}`);
  }
}
writeFileSync(target, `${[...pairs].sort().join('\n')}\n`);
console.log(`${pairs.size} pairs`);
