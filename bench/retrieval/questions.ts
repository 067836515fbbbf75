import { readFileSync } from 'node:fs';

/** Something a person of the demo's studio would ask. */
export interface Question {
  ask: string;
  /** Where the answer stands; any one of several will do. None: the documents do not say. */
  answers: readonly { document: string; quote: string }[];
  /** Whether it was written before the code that it measures was done, or after: those cannot have been tuned for. */
  written: 'before' | 'after';
}

export type Kind = 'ordinary' | 'paraphrased' | 'messages' | 'languages' | 'unanswerable';

/** The evaluation set, by kind, in the order of questions.md. */
export const questions = read(readFileSync(new URL('./questions.md', import.meta.url), 'utf8'));

function read(text: string): Readonly<Record<Kind, readonly Question[]>> {
  const sections = text.split(/^## /m).slice(1);
  const found: Partial<Record<Kind, Question[]>> = {};
  for (const section of sections) {
    const [, kind, written] = /^(\w+), (\w+)\n/.exec(section) as unknown as [string, Kind, Question['written']];
    const asked = section.split(/^- /m).slice(1);
    const some = asked.map((one) => {
      const [ask = '', ...answers] = one.trim().split('\n');
      return { ask, written, answers: answers.map(answerOf) };
    });
    found[kind] = [...(found[kind] ?? []), ...some];
  }
  return found as Record<Kind, Question[]>;
}

function answerOf(line: string) {
  const [document = '', ...quote] = line.trim().slice(2).split(' | ');
  return { document, quote: quote.join(' | ') };
}
