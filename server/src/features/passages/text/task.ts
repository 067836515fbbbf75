import type { Embedding } from '../../../meaning/index.ts';
import type { Place } from './piece.ts';

/** What the name and the type of a content promise. `office`: text documents and presentations of any program. */
export type Expected = 'pdf' | 'office' | 'sheet' | 'conversation' | 'html' | 'mail' | 'markdown' | 'csv' | 'text';

export interface Task {
  file: string;
  expected: Expected;
}

export interface Passage {
  /** Where its text begins, and each further place from the character `at` on; of lines only the first. */
  places: (Place & { at: number })[];
  /** ISO 639-1. */
  language: string | null;
  body: string;
  /** The body as the index reads it; see index-words.ts. */
  words: string;
  /** By the table of words, added after reading; null where it does not know the language. */
  embedding?: Embedding | null;
}

/**
 * `unreadable`: why there is no text, in a sentence for people; `thrown`: what a reader threw at it, for the log. `stopped`: the
 * code of an error of the disk.
 */
export type Answer =
  /** `hasScans`: of a PDF, whether some of its pages lack text. */
  | { passages: Passage[]; isCut: boolean; hasScans?: boolean }
  | { unreadable: string; thrown?: string }
  | { stopped: string };

/** Of these only the beginning is read; a file of another kind makes no sense without its end. */
export const isReadByLine = (expected: Expected): boolean =>
  !(['pdf', 'office', 'sheet', 'mail', 'conversation'] satisfies Expected[] as Expected[]).includes(expected);

/** A long novel has half of it. What is beyond is not found by search; who looks for it opens the file. */
export const maxPassages = 2_000;
/** 2,000 passages of English are 2.5 MB. */
export const maxTextBytes = 8 * 1024 * 1024;
/** Larger ones are mostly pictures, and opening one takes several times its size. */
export const maxFileBytes = 64 * 1024 * 1024;
/** For the text of a file and what a library makes of it; the bytes themselves are outside of the heap. */
export const threadHeapMegabytes = 256;
