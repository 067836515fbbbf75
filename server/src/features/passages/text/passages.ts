import { indexText } from '../../../platform/text/index-words.ts';
import { languageOf } from './language.ts';
import type { Piece, Pieces, Place } from './piece.ts';
import type { Passage } from './task.ts';
import { countWords } from './words.ts';

/** A passage ends with the sentence that reaches minWords, or before the one that would exceed maxWords. */
const minWords = 150;
const maxWords = 200;

const sentenceEnd = /[.!?]["'”’)\]]*\s+|[。！？]|\n/gu;

/** Control characters, soft hyphens and invisible spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are to go
const unprintable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u200b\ufeff]/g;

/**
 * Long runs of white space are shortened in two steps: a process that has compiled many patterns compiles later ones
 * more simply, and such a pattern throws 'Maximum call stack size exceeded' at a run of four million.
 */
const tidy = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(unprintable, '')
    .replace(/[^\S\n]{2,4000}/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();

/** Joins short pieces and divides long ones; keeps where each place starts in a passage. */
export async function* passagesOf(pieces: Pieces): AsyncGenerator<Passage> {
  let body = '';
  let words = 0;
  let places: Passage['places'] = [];
  const end = (): Passage => {
    const text = body.trim();
    const passage = { places, language: languageOf(text), body: text, words: indexText(text) };
    [body, words, places] = ['', 0, []];
    return passage;
  };
  for await (const { place, text } of pieces as AsyncIterable<Piece>) {
    const tidied = tidy(text);
    if (!tidied) continue;
    for (const { sentence, count } of sentencesOf(`${tidied}\n`)) {
      if (words > 0 && words + count > maxWords) yield end();
      if (count > 0 && isElsewhere(place, places.at(-1))) places.push({ at: body.length, ...place });
      body += sentence;
      words += count;
      if (words >= minWords && !isHeading(sentence)) yield end();
    }
  }
  if (words > 0) yield end();
}

const longestHeading = 90;

/** A line that isn't a sentence stays with the text below it. */
const isHeading = (line: string): boolean =>
  line.endsWith('\n') &&
  line.length <= longestHeading &&
  /^\p{L}|^\d+\.?\d* \p{L}/u.test(line) &&
  !line.includes(' | ') &&
  !/[.!?:;,…。！？]["'”’)\]]*\s*$/u.test(line);

/** Only the first line of a passage is recorded: there are many, and no one searches by line. */
function isElsewhere(place: Place, last: Passage['places'][number] | undefined): boolean {
  const keys = Object.keys(place) as (keyof Place)[];
  return keys.some((key) => (key !== 'line' || !last) && place[key] !== last?.[key]);
}

/** Sentences with the space after them; none is longer than a passage. */
function* sentencesOf(text: string): Generator<{ sentence: string; count: number }> {
  let start = 0;
  while (start < text.length) {
    sentenceEnd.lastIndex = start;
    const found = sentenceEnd.test(text) ? sentenceEnd.lastIndex : text.length;
    const { count, end } = countWords(text.slice(start, found), maxWords);
    const stop = end < found - start && count === maxWords ? start + end : found;
    yield { sentence: text.slice(start, stop), count };
    start = stop;
  }
}
