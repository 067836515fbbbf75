import type { Piece } from '../text/piece.ts';
import type { Answer as TextAnswer } from '../text/task.ts';

/**
 * `open`: which pages there are, and which of them lack text. `page`: the text in the picture of one page, or in a
 * picture. `passages`: of all of them together.
 */
export type Task =
  | { do: 'open'; file: string }
  | { do: 'page'; file: string; page: number | null; languages: readonly string[] }
  | { do: 'passages'; pieces: readonly Piece[] };

export type Opened =
  | { kind: 'picture' }
  /** A page that lacks text has what little there is of it. */
  | { kind: 'pdf'; pages: { text: string; lacksText: boolean }[] }
  /** Neither, or too small to have anything to read. */
  | { kind: 'nothing' };

export type Answer = Opened | { text: string } | TextAnswer;

/** Of a file. */
export const maxPages = 50;
