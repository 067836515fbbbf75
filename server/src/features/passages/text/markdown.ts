import { marked } from 'marked';
import { textOfHtml } from './html.ts';
import type { Piece } from './piece.ts';

export const readMarkdown = (text: string): Piece[] => [
  { place: {}, text: textOfHtml(marked.parse(text, { gfm: true, async: false })) },
];
