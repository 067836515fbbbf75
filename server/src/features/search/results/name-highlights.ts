import { indexWords } from '../../../platform/index-words.ts';

/** Where in a name the words stand that were searched for; those that begin one count as well. */
export function nameHighlights(name: string, terms: readonly { words: string }[]): [number, number][] {
  const wanted = terms.flatMap(({ words }) => words.split(' '));
  const found: [number, number][] = [];
  for (const { text, start, end } of indexWords(name)) {
    const word = wanted.filter((one) => text.startsWith(one)).sort((a, b) => b.length - a.length)[0];
    // Letters that lost an accent or became two make a part of a word hard to tell: then all of it.
    if (word) found.push([start, text.length === end - start ? start + word.length : end]);
  }
  return found;
}
