import { wordPieces } from './word-pieces.ts';
import { type WordTable, width, wordTable } from './word-table.ts';

/** The vector length of words that stand for a thing: 'father' has 12, 'invoice' 18, 'people' 7, 'get' 5, 'the' 2. */
const telling = 12;

/**
 * How distinctive each of some English words is, 0 to 1, in any text: the more frequent a word is in the language, the
 * shorter is its vector in the table. Words that it doesn't know are names and numbers, which count fully.
 */
export async function wordWeight(words: readonly string[]): Promise<number[]> {
  const table = await wordTable();
  return words.map((word) => {
    const length = /\d/.test(word) ? 0 : lengthOf(wordPieces(word, table), table);
    return length === 0 ? 1 : Math.min(length / telling, 1);
  });
}

function lengthOf(rows: readonly number[], { vectors, scales }: WordTable): number {
  let squares = 0;
  for (let i = 0; i < width; i += 1) {
    let sum = 0;
    for (const row of rows) sum += scales[row]! * vectors[row * width + i]!;
    squares += sum ** 2;
  }
  return Math.sqrt(squares);
}
