import type { Embedding } from '../../../meaning/index.ts';
import type { Place } from './piece.ts';

/** The kind of text that name and type promise. `office`: text documents and presentations of any program. */
export type Expected = 'pdf' | 'office' | 'sheet' | 'conversation' | 'html' | 'mail' | 'markdown' | 'csv' | 'text';

export interface Task {
  file: string;
  expected: Expected;
}

export interface Passage {
  /** Where its text starts, and each further place from the character `at` on; only the first line. */
  places: (Place & { at: number })[];
  /** ISO 639-1. */
  language: string | null;
  body: string;
  /** The body as it is indexed; see index-words.ts. */
  words: string;
  /** From the table of words, added after reading; null if it doesn't know the language. */
  embedding?: Embedding | null;
}

/**
 * `unreadable`: why there is no text, in a sentence for people; `thrown`: the reader's error, for the log. `stopped`:
 * the error code of the disk.
 */
export type Answer =
  /** `hasScans`: for a PDF, whether some of its pages lack text. */
  | { passages: Passage[]; isCut: boolean; hasScans?: boolean }
  | { unreadable: string; thrown?: string }
  | { stopped: string };

/** Only the beginning of these is read; files of other kinds make no sense without their end. */
export const isReadByLine = (expected: Expected): boolean =>
  !(['pdf', 'office', 'sheet', 'mail', 'conversation'] satisfies Expected[] as Expected[]).includes(expected);

/** Twice as much as a long novel has. Text beyond isn't found by search, but is there when the file is opened. */
export const maxPassages = 2_000;
/** 2,000 passages of English are 2.5 MB. */
export const maxTextBytes = 8 * 1024 * 1024;
/** Larger files are mostly pictures, and opening one takes several times its size. */
export const maxFileBytes = 64 * 1024 * 1024;
/** For the text of a file and what a library makes of it; the bytes themselves are outside the heap. */
export const threadHeapMegabytes = 256;
