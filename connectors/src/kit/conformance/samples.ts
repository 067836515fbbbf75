import type { NameRules } from '../names/names.ts';

/** Bytes that look random and are the same in every run. */
export function bytesOf(size: number, seed = 1): Uint8Array {
  const words = new Uint32Array(Math.ceil(size / 4));
  let state = seed * 2654435761;
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return new Uint8Array(words.buffer, 0, size);
}

const ODD_NAMES = [
  'two words.txt',
  ' leading space.txt',
  'trailing space ',
  'trailing dot.',
  '.leading dot',
  '..two dots.txt',
  'plus+plus.txt',
  'hash#tag.txt',
  'per%cent.txt',
  'looks%20encoded%2F.txt',
  'what?query=1&b=2.txt',
  'semi;colon:and,comma.txt',
  `quotes "double" 'single' \`back\`.txt`,
  'brackets [a] {b} (c) <d>.txt',
  'at@sign=equals$dollar!.txt',
  'back\\slash.txt',
  'star*pipe|tilde~caret^.txt',
  'café composed.txt',
  'cafe\u0301 decomposed.txt',
  '日本語のファイル.txt',
  'עברית العربية.txt',
  '📄 paper 👩‍👩‍👧 family.txt',
  'no extension',
  'UPPER.TXT',
  `${'long-'.repeat(42)}.txt`,
  `${'ü'.repeat(120)}.txt`,
];

/** Names that break code without proper encoding, limited to those the source allows. */
export const oddNames = (rules: NameRules): string[] => ODD_NAMES.filter((name) => isAllowed(name, rules));

function isAllowed(name: string, { forbidden, reserved, trailing, leading, maxLength }: NameRules): boolean {
  if (forbidden !== '' && new RegExp(forbidden, 'u').test(name)) return false;
  if (reserved.includes(name.toLowerCase())) return false;
  if (trailing.includes(name.at(-1)!) || leading.includes(name[0]!)) return false;
  const length = maxLength.unit === 'bytes' ? Buffer.byteLength(name) : [...name].length;
  return length <= maxLength.max;
}
