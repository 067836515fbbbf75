import type { ReadSentence } from '../../search/index.ts';
import type { Evidence, Quote } from './evidence.ts';

/** As much as can be read at a glance: of an answer, the sentence that says most of the question is often only the first one. */
const maxLetters = 400;

/** What is asked is no answer: a question of a mail, a line of a table of contents. */
const isQuestion = /\?["'”’»)\]]*$/u;
const isRow = (text: string): boolean => text.includes(' | ');

/** A sentence of a passage, and the part of the passage that begins with it and can be quoted for it. */
export interface PassagePart {
  sentence: ReadSentence;
  quote: Quote;
}

/** The part of a passage that says most of the question, by those of its sentences that fit; null where none does. */
export function partOfPassage(
  evidence: Evidence,
  isFitting: (sentence: string) => boolean = () => true,
): PassagePart | null {
  // A question often names what stands in the sentence before.
  const fit = ({ coverage, contextCoverage, definition }: ReadSentence) =>
    coverage + 0.3 * contextCoverage + definition;
  const [best] = evidence.sentences
    .filter(({ text }) => !isQuestion.test(text) && isFitting(text))
    .sort((a, b) => fit(b) - fit(a));
  if (!best) return null;
  const { start, heading } = best;
  return { sentence: best, quote: { evidence, start, text: textFrom(evidence, best), heading } };
}

/** With the sentences that follow below the same heading; a row of a table stands alone, below the names of its columns. */
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
