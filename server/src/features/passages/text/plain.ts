import type { Piece } from './piece.ts';

/** Line by line. */
export function* readPlain(text: string): Generator<Piece> {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    line += 1;
    yield { place: { line }, text: text.slice(start, end) };
    start = end + 1;
  }
}
