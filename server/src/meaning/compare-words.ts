import { product } from './int8.ts';
import { meanVector } from './mean-vector.ts';
import { type WordTable, wordTable } from './word-table.ts';

/** How similar another word is to each of the given words: 0 to 1, 1 for the word itself. */
export type CompareWords = (word: string) => Float32Array;

const hasDigit = /\d/;

interface WordVector {
  vector: Int8Array;
  length: number;
}

/** Recently compared words, of any question: texts of one workspace share most of theirs. 6 MB at most. */
const maxKnown = 20_000;
const known = new Map<string, WordVector | null>();

function vectorOf(word: string, table: WordTable): WordVector | null {
  const recalled = known.get(word);
  if (recalled !== undefined) return recalled;
  const vector = hasDigit.test(word) ? null : meanVector(word, table);
  const [oldest] = known.size >= maxKnown ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  const measured = vector && { vector, length: Math.sqrt(product(vector, vector)) };
  known.set(word, measured);
  return measured;
}

/**
 * Compares English words by the table that comes with the program, whatever embedder is configured. Numbers resemble
 * nothing else.
 */
export async function compareWords(asked: readonly string[]): Promise<CompareWords> {
  const table = await wordTable();
  const vectors = asked.map((word) => vectorOf(word, table));
  const compared = new Map<string, Float32Array>();
  const compare = (word: string): Float32Array => {
    const found = vectorOf(word, table);
    const likeness = new Float32Array(asked.length);
    for (const [index, other] of vectors.entries()) {
      if (asked[index] === word) likeness[index] = 1;
      else if (found && other) likeness[index] = Math.max(cosine(found, other), 0);
    }
    return likeness;
  };
  return (word) => {
    let likeness = compared.get(word);
    if (!likeness) {
      likeness = compare(word);
      compared.set(word, likeness);
    }
    return likeness;
  };
}

const cosine = (a: WordVector, b: WordVector): number =>
  a.length === 0 || b.length === 0 ? 0 : product(a.vector, b.vector) / (a.length * b.length);
