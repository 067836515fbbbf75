import type { PassagePlace } from '@sheaf/contract';
import { indexWords } from '../../../platform/text/index-words.ts';

/** As stored with passages: a place from the character `at` on. */
export interface StoredPlace {
  at: number;
  page?: number;
  slide?: number;
  sheet?: string;
  row?: number;
  line?: number;
  message?: string;
}

type Span = [start: number, end: number];

/** Fills two lines of a list. */
const longest = 280;
/** The part of it before the first match. */
const before = 60;

/** The spans of the words at these positions; adjacent words are one span. */
export function spansOf(body: string, positions: readonly number[]): Span[] {
  const words = indexWords(body);
  const spans: Span[] = [];
  let last = Number.NaN;
  for (const position of [...new Set(positions)].sort((a, b) => a - b)) {
    const word = words[position - 1];
    if (!word) continue;
    if (position === last + 1) spans.at(-1)![1] = word.end;
    else spans.push([word.start, word.end]);
    last = position;
  }
  return spans;
}

/**
 * The part of a text with most matches, cut between words. An ellipsis stands for omitted text, unless the excerpt
 * starts with a line.
 */
export function excerptOf(body: string, spans: readonly Span[]): { text: string; highlights: Span[]; at: number } {
  const first = densest(spans);
  const from = body.length <= longest ? 0 : (rowStart(body, first) ?? wordStart(body, Math.max(0, first - before)));
  const to = body.length <= longest ? body.length : wordEnd(body, Math.min(body.length, from + longest));
  const prefix = from > 0 && body[from - 1] !== '\n' ? '…' : '';
  const shift = prefix.length - from;
  const highlights = spans
    .filter(([start, end]) => start >= from && end <= to)
    .map(([start, end]): Span => [start + shift, end + shift]);
  return { text: prefix + body.slice(from, to) + (to < body.length ? '…' : ''), highlights, at: first };
}

/** The match followed by most others within an excerpt. */
function densest(spans: readonly Span[]): number {
  let [best, maxCount] = [spans[0]?.[0] ?? 0, 0];
  for (const [start] of spans) {
    const count = spans.filter(([other, end]) => other >= start && end <= start + longest - before).length;
    if (count > maxCount) [best, maxCount] = [start, count];
  }
  return best;
}

/** In a table, the start of the row of the match. */
function rowStart(body: string, at: number): number | undefined {
  const start = body.lastIndexOf('\n', at - 1) + 1;
  return at - start <= longest / 2 &&
    body
      .slice(start, at + longest / 2)
      .split('\n', 1)[0]!
      .includes(' | ')
    ? start
    : undefined;
}

function wordStart(body: string, at: number): number {
  if (at === 0) return 0;
  const next = body.slice(at, at + 40).search(/\s/u);
  return next < 0 ? notWithinPair(body, at) : at + next + 1;
}

function wordEnd(body: string, at: number): number {
  if (at === body.length) return at;
  const space = body.lastIndexOf(' ', at);
  return space > at - 40 ? space : notWithinPair(body, at);
}

const notWithinPair = (body: string, at: number): number => (/[\uDC00-\uDFFF]/.test(body[at] ?? '') ? at - 1 : at);

/** The place of a character of a passage, in people's terms. */
export function placeAt(places: readonly StoredPlace[], at: number): PassagePlace {
  const place = places.findLast((one) => one.at <= at) ?? places[0];
  const as = (kind: PassagePlace['kind'], value: string | number | undefined): PassagePlace => ({
    kind,
    value: value === undefined ? null : String(value),
    row: place?.row ?? null,
  });
  if (place?.page !== undefined) return as('page', place.page);
  if (place?.slide !== undefined) return as('slide', place.slide);
  if (place?.sheet !== undefined) return as('sheet', place.sheet);
  if (place?.message !== undefined) return as('message', place.message);
  return as('text', place?.line);
}
