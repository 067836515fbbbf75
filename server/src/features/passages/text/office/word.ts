import type { Piece } from '../piece.ts';
import { officeText } from './office-text.ts';
import type { ZipParts } from './zip-parts.ts';

const beside = /^word\/(footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/;

/**
 * The document, then its notes, comments, headers and footers. There are no pages, since only a word processor knows
 * where they end.
 */
export function* readWord(zip: ZipParts): Generator<Piece> {
  const names = ['word/document.xml', ...zip.names().filter((name) => beside.test(name))];
  for (const name of names) yield { place: {}, text: officeText(zip.read(name)!) };
}
