/** Something a person of the demo's studio would ask. */
export interface Question {
  ask: string;
  /** Where the answer stands; any one of several will do. None: the documents do not say. */
  answers: readonly Answer[];
  /** Whether it was written before the code that it measures was done, or after: those cannot have been tuned for. */
  written: 'before' | 'after';
}

export interface Answer {
  /** The name of a file, the subject of a mail thread, or a chat's channel or person. */
  document: string;
  /** To the letter, apart from how lines are broken. */
  quote: string;
}

type Row = readonly [ask: string, ...answers: (readonly [document: string, quote: string])[]];

export const before = (rows: readonly Row[]): Question[] => rows.map((row) => questionOf(row, 'before'));
export const after = (rows: readonly Row[]): Question[] => rows.map((row) => questionOf(row, 'after'));

function questionOf([ask, ...answers]: Row, written: Question['written']): Question {
  return { ask, written, answers: answers.map(([document, quote]) => ({ document, quote })) };
}
