import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Pairs of English words that most often mean the same, such as “holiday” and “vacation”; `scripts/word-table` makes them. */
export async function synonymPairs(): Promise<readonly (readonly [string, string])[]> {
  const text = await readFile(join(import.meta.dirname, 'table/synonyms.txt'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]);
}
