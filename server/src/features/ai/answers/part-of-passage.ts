import type { ReadSentence } from '../../search/index.ts';
import type { Evidence, Quote } from './evidence.ts';

/**
 * As much as can be read at a glance. The sentence that says most of the question is often only the start of the
 * answer.
 */
const maxLetters = 400;

/** A question is no answer, such as one in a mail or a line of a table of contents. */
const isQuestion = /\?["'”’»)\]]*$/u;
const isRow = (text: string): boolean => text.includes(' | ');

/** A sentence of a passage, and the quotable part of the passage that starts with it. */
export interface PassagePart {
  sentence: ReadSentence;
  quote: Quote;
}

/**
 * Returns the part of a passage whose first sentence says most of the question, among the sentences that fit; null if
 * none does.
 */
export function partOfPassage(
  evidence: Evidence,
  isFitting: (sentence: string) => boolean = () => true,
): PassagePart | null {
  // A question often names something from the sentence before.
  const fit = ({ coverage, contextCoverage, definition }: ReadSentence) =>
    coverage + 0.3 * contextCoverage + definition;
  const [best] = evidence.sentences
    .filter(({ text }) => !isQuestion.test(text) && isFitting(text))
    .sort((a, b) => fit(b) - fit(a));
  if (!best) return null;
  const { start, heading } = best;
  return { sentence: best, quote: { evidence, start, text: textFrom(evidence, best), heading } };
}

/**
 * Adds the sentences that follow below the same heading. A row of a table stands alone, below the names of its columns.
 */
function textFrom({ body, sentences }: Evidence, first: ReadSentence): string {
  let { text } = first;
  if (isRow(text)) return text;
  for (const next of sentences.slice(sentences.indexOf(first) + 1)) {
    const longer = body.slice(first.start, next.start + next.text.length);
    if (longer.length > maxLetters || isRow(longer) || next.heading !== first.heading) break;
    text = longer;
  }
  return text;
}
