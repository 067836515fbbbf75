import { wordWeight } from '../../../meaning/index.ts';
import { type Asked, askedBy } from './search-terms.ts';

/**
 * The maximum of words searched: each is looked for in every passage that may match, in every language of the
 * workspace.
 */
export const maxWords = 12;
/** How many words are compared to choose from. */
const maxRead = 100;

/**
 * Parses a search and keeps its most distinctive words if there are too many: names, numbers and rare words before
 * common ones, long words before short ones. So a pasted paragraph finds the file that contains most of it. How
 * distinctive a word is comes from a fixed table, so what others in the workspace write changes nobody's results.
 */
export async function distinctiveTerms(query: string): Promise<Asked> {
  const asked = askedBy(query, maxRead);
  return { ...asked, wanted: await mostDistinctive(asked.wanted), unwanted: await mostDistinctive(asked.unwanted) };
}

async function mostDistinctive<Term extends Asked['wanted'][number]>(terms: Term[]): Promise<Term[]> {
  if (terms.reduce((sum, term) => sum + countOf(term), 0) <= maxWords) return terms;
  const weights = await wordWeight(terms.map(({ words }) => words));
  const order = terms.map((term, index) => ({ term, weight: weights[index]! }));
  order.sort((a, b) => b.weight - a.weight || b.term.words.length - a.term.words.length);
  const counting = new Set<Term>();
  let left = maxWords;
  for (const { term } of order) {
    const count = countOf(term);
    if (count > left) continue;
    counting.add(term);
    left -= count;
  }
  return terms.filter((term) => counting.has(term));
}

const countOf = ({ words, or = [] }: Asked['wanted'][number]): number =>
  [words, ...or.map((one) => one.words)].reduce((sum, one) => sum + one.split(' ').length, 0);
