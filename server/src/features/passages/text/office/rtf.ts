import { rtfText } from '@sheaf/contract/texts';
import { type Piece, Unreadable } from '../piece.ts';

export function readRtf(bytes: Uint8Array): Piece[] {
  const text = rtfText(bytes, { withMargins: true });
  if (text === null) throw new Unreadable('This file is damaged.');
  return [{ place: {}, text }];
}
