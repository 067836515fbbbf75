import type { Evidence } from '../answers/evidence.ts';

const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/\p{N}+|\p{L}{3,}/gu) ?? []).map((word) => word.replace(/(?:es|s|ed|ing|en|e)$/u, '')),
  );

/** Statements with fewer words are too short to compare. */
const minWords = 3;
/** How much of a statement must be in a sentence that is cited without words. */
const enough = 0.4;

/**
 * Finds the sentence of a passage that supports a statement, where a model cites the passage without quoting it.
 * Returns null if there is none.
 */
export function saidBy({ sentences }: Evidence, statement: string): { start: number; text: string } | null {
  const said = wordsOf(statement);
  if (said.size < minWords) return null;
  const figures = [...said].filter((word) => /\d/.test(word));
  const best = sentences
    .map(({ start, text }) => {
      const words = wordsOf(text);
      const isAgreeing = figures.every((figure) => words.has(figure));
      const shared = [...said].filter((word) => words.has(word)).length;
      return { start, text, share: isAgreeing ? shared / Math.max(said.size, 1) : 0 };
    })
    .sort((a, b) => b.share - a.share)[0];
  return best && best.share >= enough ? { start: best.start, text: best.text } : null;
}
