import { textOfBytes } from '@sheaf/contract/texts';
import { Problem } from '../problem.ts';

export function decodeText(bytes: Uint8Array): string {
  const text = textOfBytes(bytes, { isCut: true });
  if (text === null) throw new Problem('This file isn’t text, so there’s nothing to show.');
  return text;
}
