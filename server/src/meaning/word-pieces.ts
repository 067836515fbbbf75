import type { WordTable } from './word-table.ts';

/** The part of a text that is read. A passage has about 1,500 characters; more would hardly change the meaning. */
const maxCharacters = 8_000;
/** Longer ones are addresses and codes, not words. */
const maxLetters = 40;

const words = /[\p{L}\p{N}]+/gu;
const marks = /\p{M}+/gu;

/**
 * The rows of a text's word pieces, split like BERT's uncased tokenizer: each word, from its start, into the longest
 * entries there are. Words that can't be split and punctuation are left out.
 */
export function wordPieces(text: string, table: Pick<WordTable, 'rows' | 'maxEntryLength'>): number[] {
  const plain = text.slice(0, maxCharacters).normalize('NFD').replace(marks, '').toLowerCase();
  const found: number[] = [];
  for (const [word] of plain.matchAll(words)) {
    if (word.length > maxLetters) continue;
    const row = table.rows.get(word);
    if (row === undefined) found.push(...split(word, table));
    else found.push(row);
  }
  return found;
}

/** Returns none if a part is unknown. */
function split(word: string, { rows, maxEntryLength }: Pick<WordTable, 'rows' | 'maxEntryLength'>): number[] {
  const found: number[] = [];
  for (let start = 0; start < word.length; ) {
    let end = Math.min(word.length, start + maxEntryLength);
    let row: number | undefined;
    for (; end > start; end -= 1) {
      row = rows.get(start === 0 ? word.slice(0, end) : `##${word.slice(start, end)}`);
      if (row !== undefined) break;
    }
    if (row === undefined) return [];
    found.push(row);
    start = end;
  }
  return found;
}
