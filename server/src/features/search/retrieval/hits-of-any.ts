import type { Executor } from '../../../db/pool.ts';
import { contentHits } from '../hits/content-hits.ts';
import { collectHits, type Hit, maxCollected, maxWalked, walkForHits } from '../hits/hit-routes.ts';
import type { Scope } from '../query/scope.ts';
import { anyQueryOf, type ContentQuery } from '../query/search-terms.ts';
import type { Statistics } from '../query/statistics.ts';
import type { QuestionWord, WordForm } from './question.ts';

/** The maximum of passages compared with each other. */
export const maxHits = 3_000;
/** Up to this many documents, reading their passages is faster than searching the index. */
const veryFew = 50;
/** The fewest passages taken from one document. */
const minOfOne = 10;
/** How many of the newest passages are taken in a large scope where even rare words are frequent. */
const wantedOfMany = 300;

/**
 * The passages with any of a question's words, which come rarest first. If these are too many to be compared, those
 * with only its most frequent words are left out.
 */
export async function hitsOfAny(
  db: Executor,
  scope: Scope,
  words: readonly QuestionWord[],
  statistics: Statistics,
): Promise<Hit[]> {
  if (scope.few === null || scope.few > veryFew) {
    const rare = rareEnough(words, statistics);
    if (rare.length >= Math.min(2, words.length)) {
      const { hits, collected } = await collectHits(db, scope, queryOf(rare), null);
      if (collected < maxCollected) return hits;
    }
  }
  const query = queryOf(words);
  if (scope.few === null) return (await contentHits(db, scope, query, statistics, wantedOfMany)).hits;
  const ofOne = Math.max(minOfOne, Math.ceil(maxHits / Math.max(scope.few, 1)));
  return (await walkForHits(db, scope, query, { documents: scope.few, hits: maxWalked, ofOne })).hits;
}

/** The rarest words, as many as are expected in few enough passages. */
function rareEnough(words: readonly QuestionWord[], { passages, shares }: Statistics): readonly QuestionWord[] {
  let expected = 0;
  const end = words.findIndex(({ forms }) => {
    const lexemes = new Set(forms.flatMap(lexemesIn));
    for (const lexeme of lexemes) expected += passages * (shares.get(lexeme) ?? 0);
    return expected > maxHits;
  });
  return shares.size === 0 || end === -1 ? words : words.slice(0, end);
}

const lexemesIn = ({ variants, synonyms }: WordForm): readonly string[] => [...variants.flat(), ...synonyms];

const queryOf = (words: readonly QuestionWord[]): ContentQuery => ({
  ...anyQueryOf(words.map(({ query }) => query)),
  terms: [],
  variants: words.map(({ forms }) => forms.flatMap(lexemesIn)),
  hasPhrase: false,
});
