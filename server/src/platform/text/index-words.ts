/** Scripts without spaces between words. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
/** Programming languages written with a sign, which is not part of other words. */
const signed = new Map([
  ['c++', 'cplusplus'],
  ['c#', 'csharp'],
  ['f#', 'fsharp'],
]);
const word = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:[cC]\\+\\+|[cCfF]#)(?![\\p{L}\\p{N}+#])|[${unspaced}][${unspaced}\\p{M}]*|[\\p{L}\\p{N}](?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])*`,
  'gu',
);
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Longer sequences are no words, and PostgreSQL accepts none beyond 2,046 bytes. */
const longestWord = 100;

/** A word as it is indexed, and its position in the text. */
export interface IndexWord {
  text: string;
  start: number;
  end: number;
}

/**
 * The words of a text, in order. Passages and queries are split alike, into nothing but letters and digits, so that
 * PostgreSQL's parser finds exactly the same words: the nth one here has position n there.
 */
export function indexWords(text: string): IndexWord[] {
  const words: IndexWord[] = [];
  for (const { 0: run, index } of text.matchAll(word)) {
    if (!isUnspaced.test(run))
      words.push({ text: signed.get(run.toLowerCase()) ?? folded(run), start: index, end: index + run.length });
    else
      for (const { segment, index: at } of segmenter.segment(run))
        words.push({ text: folded(segment), start: index + at, end: index + at + segment.length });
  }
  return words.filter(({ text }) => text !== '');
}

/** The text for `to_tsvector`. */
export const indexText = (text: string): string =>
  indexWords(text)
    .map(({ text }) => text)
    .join(' ');

const plain = /^[a-z0-9]*$/;
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Lowercases and removes accents from Latin, Greek and Cyrillic letters. */
function folded(run: string): string {
  const lower = run.slice(0, longestWord).toLowerCase();
  if (plain.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu, '')
    .normalize('NFKC')
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter]!)
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '');
}

/** PostgreSQL's configurations, by ISO 639-1. Words of other languages are used as they are. */
const configurations: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** The text search configuration of a language; every PostgreSQL since 15 has all of them. */
export const configurationOf = (language: string | null): string => configurations[language ?? ''] ?? 'simple';
