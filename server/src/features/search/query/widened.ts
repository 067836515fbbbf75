import { nearWords } from './near-words.ts';
import { numberForms } from './number-forms.ts';
import { type Asked, anyOf, beginningWith, type ContentQuery, oneByOne, type TermQuery } from './search-terms.ts';
import type { Statistics } from './statistics.ts';

/** Fewer letters start too many words, or are part of too many. */
const shortestPrefix = 4;
const shortestPart = 5;
const maxLexemes = 20;

/**
 * Widens a query with few matches by similar words: longer ones, corrections of a slip, numbers with other separators,
 * and German compounds. Null if there are none.
 */
export function widened({ wanted }: Asked, query: ContentQuery, { shares }: Statistics): ContentQuery | null {
  if (shares.size === 0) return null;
  const known = [...shares.keys()];
  let isWider = false;
  const terms = query.terms.map((term, index): TermQuery | null => {
    const { words = '', or } = wanted[index] ?? {};
    if (!term || or) return term;
    const others = othersFor(words, term, known, shares);
    if (others.length > 0) isWider = true;
    const forms = term.forms.map(({ languages, text }) => {
      const composed = languages?.includes('de') ? composedWith(words, text, known) : [];
      if (composed.length > 0) isWider = true;
      return { languages, text: anyOf([...(text ? [text] : []), ...others, ...composed]) };
    });
    return { text: anyOf(forms.flatMap(({ text }) => text || [])), forms };
  });
  const all = terms.filter((term) => term !== null);
  if (!isWider || all.length === 0) return null;
  const forms = query.forms.map(({ languages }, at) => ({
    languages,
    text: all.flatMap(({ forms: ofTerm }) => (ofTerm[at]!.text ? [`(${ofTerm[at]!.text})`] : [])).join(' & '),
  }));
  return {
    text: anyOf(forms.flatMap(({ text }) => text || [])),
    forms,
    terms,
    variants: forms.map(({ text }) => lexemesIn(text, known)),
    hasPhrase: query.hasPhrase,
  };
}

/** Alternatives in any language. */
function othersFor(words: string, term: TermQuery, known: readonly string[], shares: Statistics['shares']): string[] {
  if (/\d/.test(words)) return numberForms(words).map(oneByOne);
  if (words.includes(' ')) return [];
  const lexemes = [...new Set([words, ...term.forms.flatMap(({ text }) => lexemesIn(text, []))])];
  const isKnown = lexemes.some((lexeme) => shares.has(lexeme));
  return [
    ...(words.length >= shortestPrefix ? [beginningWith(words)] : []),
    ...(isKnown ? [] : nearWords(lexemes, known).map(oneByOne)),
  ];
}

/** Finds compounds such as Jahresurlaub and Urlaubsantrag for Urlaub. */
function composedWith(words: string, text: string, known: readonly string[]): string[] {
  const [stem = words] = lexemesIn(text, []);
  if (words.includes(' ') || stem.length < shortestPart) return [];
  return known
    .filter((lexeme) => lexeme.length >= stem.length + 3 && (lexeme.endsWith(stem) || lexeme.startsWith(stem)))
    .slice(0, maxLexemes)
    .map(oneByOne);
}

/** The lexemes of a tsquery, and the known ones for its prefixes. */
function lexemesIn(text: string, known: readonly string[]): string[] {
  const found = [...text.matchAll(/'((?:[^']|'')+)'(:\*)?/g)].flatMap(([, lexeme, isBeginning]) => {
    const plain = lexeme!.replaceAll("''", "'");
    return isBeginning ? [plain, ...known.filter((word) => word.startsWith(plain)).slice(0, maxLexemes)] : [plain];
  });
  return [...new Set(found)];
}
