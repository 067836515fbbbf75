import { languages } from './languages.ts';
import { messages } from './messages.ts';
import { ordinary } from './ordinary.ts';
import { paraphrased } from './paraphrased.ts';
import type { Question } from './question.ts';
import { unanswerable } from './unanswerable.ts';

export type { Question } from './question.ts';

/** The evaluation set: what is asked of the demo's documents, by kind. */
export const questions = { ordinary, paraphrased, messages, languages, unanswerable } satisfies Record<
  string,
  readonly Question[]
>;

export type Kind = keyof typeof questions;
