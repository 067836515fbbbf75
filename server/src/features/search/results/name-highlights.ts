import { indexWords } from '../../../platform/text/index-words.ts';

/** The positions in a name of the words searched for, also at the start of longer words. */
export function nameHighlights(name: string, terms: readonly { words: string }[]): [number, number][] {
  const wanted = terms.flatMap(({ words }) => words.split(' '));
  const found: [number, number][] = [];
  for (const { text, start, end } of indexWords(name)) {
    const word = wanted.filter((one) => text.startsWith(one)).sort((a, b) => b.length - a.length)[0];
    // If letters lost an accent or became two, part of a word is hard to locate; then the whole word is highlighted.
    if (word) found.push([start, text.length === end - start ? start + word.length : end]);
  }
  return found;
}
