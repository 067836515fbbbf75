import type { WordTable } from './word-table.ts';

/** Of a text. A passage has about 1,500; what is beyond hardly changes what it is about. */
const maxCharacters = 8_000;
/** Longer ones are no words but addresses and codes. */
const maxLetters = 40;

const words = /[\p{L}\p{N}]+/gu;
const marks = /\p{M}+/gu;

/**
 * The rows of a text's word pieces, as BERT's uncased tokenizer splits them: each word from its beginning into the
 * longest entries there are. Words that cannot be split and punctuation are left out.
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

/** None where a part of it is unknown. */
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
