import type { Question } from './questions.ts';
import type { Outcome } from './retrieve.ts';
import { inOneLine } from './texts.ts';

/** So many passages are looked at. */
const most = 5;

/** A question with what became of it. */
export interface Asked {
  question: Question;
  outcome: Outcome;
}

/** Right: one of the first passages has the answer; of unanswerable questions, that they are refused. */
export const isRight = ({ question: { answers }, outcome: { passages, quotes } }: Asked): boolean =>
  answers.length === 0
    ? quotes === null
    : passages.slice(0, most).some(({ body }) => answers.some(({ quote }) => holds(body, quote)));

/** Whether the chat quotes the answer, or a part of it that is a sentence. */
export const isQuoted = ({ question, outcome: { quotes } }: Asked): boolean => answersBy(question, quotes ?? []);

/** Whether it is quoted or, in a refusal, shown among the passages that come closest. */
export const isShown = ({ question, outcome: { quotes, closest } }: Asked): boolean =>
  answersBy(question, quotes ?? closest);

const answersBy = ({ answers }: Question, quotes: readonly string[]): boolean =>
  quotes.some((said) => answers.some(({ quote }) => holds(said, quote) || inOneLine(quote).includes(inOneLine(said))));

/** The quote, or the larger part of one that is divided between two passages. */
export function holds(body: string, quote: string): boolean {
  const [text, wanted] = [inOneLine(body), inOneLine(quote)];
  const half = Math.ceil(wanted.length / 2);
  if (text.includes(wanted)) return true;
  for (let length = wanted.length - 1; length >= half; length -= 1)
    if (text.endsWith(wanted.slice(0, length).trim()) || text.startsWith(wanted.slice(-length).trim())) return true;
  return false;
}
