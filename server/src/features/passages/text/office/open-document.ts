import type { Piece } from '../piece.ts';
import { walkXml } from './walk-xml.ts';
import type { ZipParts } from './zip-parts.ts';

const paragraphs = new Set(['p', 'h']);
/** Deleted text and comments, which aren't shown. */
const hidden = new Set(['tracked-changes', 'annotation']);
const asSign: Readonly<Record<string, string>> = { s: ' ', tab: '\t', 'line-break': '\n' };

/** OpenDocument texts, and presentations slide by slide. */
export function readOpenDocument(zip: ZipParts): Piece[] {
  const pieces: Piece[] = [{ place: {}, text: '' }];
  let depth = 0;
  let hiddenDepth = 0;
  let slide = 0;
  const put = (text: string) => {
    pieces.at(-1)!.text += text;
  };
  walkXml(zip.read('content.xml')!, {
    open(name) {
      if (name === 'page') pieces.push({ place: { slide: ++slide }, text: '' });
      if (hidden.has(name)) hiddenDepth += 1;
      if (paragraphs.has(name)) depth += 1;
      if (depth > 0 && hiddenDepth === 0) put(asSign[name] ?? '');
    },
    close(name) {
      if (hidden.has(name)) hiddenDepth -= 1;
      if (!paragraphs.has(name)) return;
      depth -= 1;
      put('\n');
    },
    text(text) {
      if (depth > 0 && hiddenDepth === 0) put(text);
    },
  });
  return pieces;
}
