/** A range of a text; the end is exclusive. */
export type Span = readonly [start: number, end: number];

interface Letters {
  text: string;
  /** The position of each letter in the original. */
  offsets: number[];
}

/**
 * The letters and digits of a text, without case and accents. A quote and its page differ in spaces, line breaks,
 * hyphens, ligatures and markup, but not in these.
 */
export function lettersOf(original: string): Letters {
  let text = '';
  const offsets: number[] = [];
  for (let at = 0; at < original.length; at += 1) {
    const code = original.charCodeAt(at);
    if (code < 128) {
      const isLetter = (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
      if (!isLetter) continue;
      text += code < 91 && code > 64 ? String.fromCharCode(code + 32) : original[at];
      offsets.push(at);
      continue;
    }
    const sign = String.fromCodePoint(original.codePointAt(at)!);
    const kept = sign
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
    text += kept;
    for (let unit = 0; unit < kept.length; unit += 1) offsets.push(at);
    at += sign.length - 1;
  }
  return { text, offsets };
}

/** Finds a quote, whatever its spaces and punctuation. */
export function findText(within: Letters, quote: string): Span | null {
  const { text: wanted } = lettersOf(quote);
  const at = wanted ? within.text.indexOf(wanted) : -1;
  return at === -1 ? null : spanOf(within, at, wanted.length);
}

/** All places where a word starts with one of the words, in order, without overlaps. */
export function findWords(within: Letters, words: readonly string[], most: number): Span[] {
  const found: Span[] = [];
  for (const word of words) {
    const { text: wanted } = lettersOf(word);
    if (!wanted) continue;
    for (let at = within.text.indexOf(wanted); at !== -1; at = within.text.indexOf(wanted, at + wanted.length)) {
      if (found.length >= most) break;
      if (startsWord(within, at)) found.push(spanOf(within, at, wanted.length));
    }
  }
  found.sort(([a], [b]) => a - b);
  return found.filter(([start], index) => index === 0 || start >= found[index - 1]![1]);
}

/** Chinese, Japanese and Thai have no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function startsWord({ text, offsets }: Letters, at: number): boolean {
  return at === 0 || offsets[at - 1]! < offsets[at]! - 1 || unspaced.test(text[at]!);
}

const spanOf = ({ offsets }: Letters, at: number, length: number): Span => [
  offsets[at]!,
  offsets[at + length - 1]! + 1,
];
