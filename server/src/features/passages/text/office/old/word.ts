import { type Piece, Unreadable } from '../../piece.ts';
import type { Streams } from './container.ts';

/** Word 97 and later; Word 6 and 95. */
const signatures = [0xa5ec, 0xa5dc];
const [isComplex, isEncrypted, isInSecondTable] = [0x0004, 0x0100, 0x0200];
/** Offsets in the header: the table of pieces, or, before Word 97, where the text starts and ends. */
const at = { version: 2, flags: 10, start: 24, end: 28, pieces: 0x1a2, piecesLength: 0x1a6 };
const firstUnicodeVersion = 0xc1;

/** The document, then its notes, headers, comments and text boxes, in the order of the file. */
export function readOldWord(streams: Streams): Piece[] {
  const main = streams.get('WordDocument')!;
  if (!signatures.includes(main.readUInt16LE(0))) throw new Unreadable('This file is damaged.');
  const flags = main.readUInt16LE(at.flags);
  if (flags & isEncrypted) throw new Unreadable('This document is password-protected.');
  const text = main.readUInt16LE(at.version) < firstUnicodeVersion ? textOfOldest(main, flags) : textOf(streams, flags);
  return [{ place: {}, text: readable(text) }];
}

function textOfOldest(main: Buffer, flags: number): string {
  if (flags & isComplex) throw new Unreadable('This file is in the format of Word 95 or older.');
  return latin.decode(main.subarray(main.readUInt32LE(at.start), main.readUInt32LE(at.end)));
}

const latin = new TextDecoder('windows-1252');

/** Pieces with one or two bytes per character, ordered by a table in another stream. */
function textOf(streams: Streams, flags: number): string {
  const main = streams.get('WordDocument')!;
  const table = streams.get(flags & isInSecondTable ? '1Table' : '0Table');
  if (!table) throw new Unreadable('This file is damaged.');
  const start = main.readUInt32LE(at.pieces);
  const pieces = piecesOf(table.subarray(start, start + main.readUInt32LE(at.piecesLength)));
  const count = Math.floor((pieces.length - 4) / 12);
  const texts: string[] = [];
  // Pieces may overlap in a manipulated file.
  let left = main.length;
  for (let index = 0; index < count && left > 0; index++) {
    const characters = pieces.readUInt32LE(4 * index + 4) - pieces.readUInt32LE(4 * index);
    const place = pieces.readUInt32LE(4 * (count + 1) + 8 * index + 2);
    const isNarrow = (place & 0x4000_0000) !== 0;
    const from = isNarrow ? (place & 0x3fff_ffff) >> 1 : place;
    if (characters < 0 || from > main.length) throw new Unreadable('This file is damaged.');
    const bytes = main.subarray(from, from + characters * (isNarrow ? 1 : 2));
    left -= bytes.length;
    texts.push(isNarrow ? latin.decode(bytes) : bytes.toString('utf16le'));
  }
  return texts.join('');
}

/** Skips changes of formatting, of which there may be many. */
function piecesOf(parts: Buffer): Buffer {
  let offset = 0;
  while (parts.readUInt8(offset) === 1) offset += 3 + parts.readUInt16LE(offset + 1);
  if (parts.readUInt8(offset) !== 2) throw new Unreadable('This file is damaged.');
  return parts.subarray(offset + 5, offset + 5 + parts.readUInt32LE(offset + 1));
}

const field = { start: '\x13', result: '\x14', end: '\x15' };
const [endOfCell, endOfRow] = ['\x07', '\x07\x07'];
const signs: Readonly<Record<string, string>> = {
  '\t': '\t',
  '\n': '\n',
  '\v': '\n',
  '\f': '\n',
  '\r': '\n',
  '\x0e': '\n',
  '\x1e': '-',
  [endOfCell]: ' | ',
};

/** Keeps the results of fields. */
function readable(text: string): string {
  const kept: string[] = [];
  const isInstruction: boolean[] = [];
  for (const part of text.replaceAll(endOfRow, '\n').split(/(\p{Cc})/u)) {
    if (part === field.start) isInstruction.push(true);
    else if (part === field.result) isInstruction.splice(-1, 1, false);
    else if (part === field.end) isInstruction.pop();
    else if (!isInstruction.at(-1)) kept.push(/^\p{Cc}/u.test(part) ? (signs[part] ?? '') : part);
  }
  return kept.join('');
}
