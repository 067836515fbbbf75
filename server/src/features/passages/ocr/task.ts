import type { Piece } from '../text/piece.ts';
import type { Answer as TextAnswer } from '../text/task.ts';

/**
 * `open`: lists pages, and which lack text. `page`: reads the text in the picture of a page, or in a picture.
 * `passages`: makes passages of all pages together.
 */
export type Task =
  | { do: 'open'; file: string }
  | { do: 'page'; file: string; page: number | null; languages: readonly string[] }
  | { do: 'passages'; pieces: readonly Piece[] };

export type Opened =
  | { kind: 'picture' }
  /** `text` is the little that a page lacking text has. */
  | { kind: 'pdf'; pages: { text: string; lacksText: boolean }[] }
  /** Neither a picture nor a PDF, or too small to read. */
  | { kind: 'nothing' };

export type Answer = Opened | { text: string } | TextAnswer;

/** The limit for a file. */
export const maxPages = 50;
