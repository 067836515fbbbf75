import { textOfBytes } from '@sheaf/contract/texts';
import { Unreadable } from './piece.ts';
import { maxTextBytes } from './task.ts';

export function decodeText(bytes: Uint8Array): string {
  const text = textOfBytes(bytes, { isCut: bytes.length >= maxTextBytes });
  if (text === null) throw new Unreadable('This file isn’t text.');
  return text;
}
