import type { CompareWords } from '../../../meaning/index.ts';
import { indexWords } from '../../../platform/text/index-words.ts';
import { formFor } from '../query/language-form.ts';
import { bm25 } from './bm25.ts';
import { definitionIn } from './definitions.ts';
import type { QuestionWord } from './question.ts';
import { type Part, partsOf } from './sentences.ts';

/** A sentence of a passage and its relation to the question; values from 0 to 1. */
export interface ReadSentence extends Part {
  /** How much of the question it covers, with its heading and the name of its document; similar words count in part. */
  coverage: number;
  /** Same, with the adjacent sentences. */
  contextCoverage: number;
  /**
   * How well it supports an answer: the mean of what it covers with its heading and its document's name and title, and
   * of what its passage covers with it. Higher for long questions, lower if the passage lacks a name or number of the
   * question, or the sentence lacks the question's first distinctive word.
   */
  support: number;
  /** How clearly it defines the term that the question asks about. */
  definition: number;
  /** Its heading as in the passage: a line, or the names of a table's columns. */
  heading: string | null;
}

export interface Reading {
  /** How well its words match: better the rarer and the more frequent they are; about 1 if each occurs once. */
  words: number;
  /** How much of the question the name of its document covers. */
  coverageInName: number;
  /** How much of the question the passage covers, without the name of its document. */
  coverage: number;
  /** The most that a single sentence covers. */
  coverageInOne: number;
  /** How clearly it defines the term that the question asks about. */
  definition: number;
  sentences: ReadSentence[];
}

export interface Readable {
  body: string;
  language: string | null;
  /** The language that the name was parsed in. */
  nameLanguage: string;
  /** Positions in the body's words, by lexeme of the question. */
  positions: ReadonlyMap<string, readonly number[]>;
  /** The lexemes of the document's name. */
  nameLexemes: ReadonlySet<string>;
  /** The lexemes of the document's first line, usually its title. */
  titleLexemes: ReadonlySet<string>;
  /** Undefined if the words of either language can't be compared. */
  compare: CompareWords | undefined;
}

/** Less similar words are different words: they make a passage likelier, but support nothing. */
const clearly = 0.55;
/** How much a synonym counts, compared with the word itself: where it occurs, and in how often. */
const ofSynonym = 0.8;
const ofSynonymTimes = 0.5;

/** The part of the support left if all names of the question, or its first distinctive word, are missing. */
const lacksName = 0.4;
const lacksFirst = 0.7;

/**
 * The weight of all words in a usual question. An answer to a longer one may cover less of it, but must contain its
 * rarest words: those with at least this share of the maximum weight.
 */
const usualWeight = 20;
const rarest = 0.95;

/** The usual length of a passage, in words. */
const usualLength = 165;

/** For each word of the question, how well a text contains it, from 0 to 1. */
type Said = Float32Array;

/** Compares word by word: the same stem in the passage's language, or a similar meaning. */
export function readClosely(
  words: readonly QuestionWord[],
  { body, language, nameLanguage, positions, nameLexemes, titleLexemes, compare }: Readable,
): Reading {
  const saidBy = (lexemes: ReadonlySet<string>): Said =>
    Float32Array.from(words, ({ forms }) =>
      Number(hasAll(formFor(forms, nameLanguage).variants, (lexeme) => lexemes.has(lexeme))),
    );
  const inName = saidBy(nameLexemes);
  const inTitle = saidBy(titleLexemes);
  const exact = words.map(({ forms }) => positionsOf(formFor(forms, language).variants, positions));
  const alike = words.map(({ forms }) =>
    positionsOf(
      formFor(forms, language).synonyms.map((lexeme) => [lexeme]),
      positions,
    ),
  );
  const all = new Float32Array(words.length);
  const tokens = indexWords(body);
  const parts = partsOf(body);
  const ofParts = parts.map(() => new Float32Array(words.length));
  let part = 0;
  for (const [index, { text, start }] of tokens.entries()) {
    while (part < parts.length && start >= parts[part]!.start + parts[part]!.text.length) part += 1;
    const isInside = part < parts.length && start >= parts[part]!.start;
    const like = compare?.(text);
    for (const [at, found] of exact.entries()) {
      const near = like?.[at] ?? 0;
      const value = found.has(index + 1) ? 1 : alike[at]!.has(index + 1) ? Math.max(near, ofSynonym) : near;
      all[at] = Math.max(all[at]!, value);
      if (isInside) ofParts[part]![at] = Math.max(ofParts[part]![at]!, value);
    }
  }
  const share = shareOf(words);
  const withName = maxOfEach(all, inName, inTitle);
  // A passage that lacks a name of the question is mostly about someone or something else.
  const names = words.flatMap(({ isName }, at) => (isName ? [withName[at]! >= 1] : []));
  const trust = names.length === 0 ? 1 : lacksName + (1 - lacksName) * (names.filter(Boolean).length / names.length);
  const supportOfAll = share(clear(withName));
  const factor = saysRarest(words, withName) ? factorOfLong(words) : 1;
  const first = firstDistinctive(words);
  const defined = definitionIn(
    body,
    tokens,
    exact.filter((_, at) => words[at]!.isTerm),
  );
  const sentences = parts.flatMap(({ isHeading, under, ...sentence }, at): ReadSentence[] => {
    if (isHeading) return [];
    const above = under === null ? null : parts[under]!.under;
    const own = maxOfEach(
      ofParts[at]!,
      inName,
      under === null ? undefined : ofParts[under],
      above === null ? undefined : ofParts[above],
    );
    const said = clear(maxOfEach(own, inTitle));
    return [
      {
        ...sentence,
        coverage: share(own),
        contextCoverage: share(maxOfEach(own, ofParts[at - 1], ofParts[at + 1])),
        support: Math.min(1, ((share(said) + supportOfAll) / 2) * factor) * trust * (said[first] ? 1 : lacksFirst),
        definition: defined && isWithin(defined.at, sentence) ? defined.sureness : 0,
        heading: under === null ? null : parts[under]!.text,
      },
    ];
  });
  const times = words.map(({ weight }, at) => ({ weight, times: exact[at]!.size + ofSynonymTimes * alike[at]!.size }));
  return {
    words: bm25({ words: times, length: tokens.length, usualLength }),
    coverageInName: share(inName),
    coverage: share(all),
    coverageInOne: Math.max(0, ...ofParts.map(share)),
    definition: defined?.sureness ?? 0,
    sentences,
  };
}

const isWithin = (at: number, { start, text }: Part): boolean => at >= start && at < start + text.length;

/** 'What is our fee for the school?' asks for a fee: the first word with at least half the maximum weight. */
function firstDistinctive(words: readonly QuestionWord[]): number {
  const maxWeight = Math.max(...words.map(({ weight }) => weight));
  return words.findIndex(({ weight }) => weight >= maxWeight / 2);
}

/** Whether a text contains the rarest words of the question themselves, not just similar words. */
function saysRarest(words: readonly QuestionWord[], said: Said): boolean {
  const maxWeight = Math.max(...words.map(({ weight }) => weight));
  return words.every(({ weight }, at) => weight < maxWeight * rarest || said[at]! >= 1);
}

/** No passage covers all of a long question: how much more each part of it counts. */
const factorOfLong = (words: readonly QuestionWord[]): number =>
  Math.max(1, words.reduce((sum, { weight }) => sum + weight, 0) / usualWeight);

const hasAll = (variants: readonly string[][], has: (lexeme: string) => boolean): boolean =>
  variants.some((lexemes) => lexemes.every(has));

function positionsOf(variants: readonly string[][], positions: Readable['positions']): ReadonlySet<number> {
  const found = variants.filter((lexemes) => lexemes.every((lexeme) => positions.has(lexeme))).flat();
  return new Set(found.flatMap((lexeme) => positions.get(lexeme)!));
}

const clear = (said: Said): Said => said.map((value) => (value >= clearly ? value : 0));

const maxOfEach = (first: Said, ...others: (Said | undefined)[]): Said =>
  first.map((value, at) => Math.max(value, ...others.map((other) => other?.[at] ?? 0)));

function shareOf(words: readonly QuestionWord[]): (said: Said) => number {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  return (said) => (total === 0 ? 0 : words.reduce((sum, { weight }, at) => sum + weight * said[at]!, 0) / total);
}
