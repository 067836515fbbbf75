import { expect, it } from 'vitest';
import { indexWords } from '../../../platform/text/index-words.ts';
import type { QuestionWord } from './question.ts';
import { readClosely } from './read-closely.ts';

interface Said {
  name?: string;
  title?: string;
}

/** A word of a question with its weight; optionally the term asked about, or a name. */
const word = (text: string, weight: number, more: Partial<QuestionWord> = {}): QuestionWord => ({
  text,
  query: { text: '', forms: [] },
  forms: [{ languages: null, variants: [[text]], synonyms: [] }],
  weight,
  isName: false,
  isTerm: false,
  ...more,
});

const lexemesIn = (text: string) => new Set(indexWords(text).map((one) => one.text));

function read(words: readonly QuestionWord[], body: string, { name = '', title = '' }: Said = {}) {
  const tokens = indexWords(body);
  const positions = Map.groupBy(
    tokens.map(({ text }, index) => ({ text, at: index + 1 })),
    ({ text }) => text,
  );
  return readClosely(words, {
    body,
    language: 'en',
    nameLanguage: 'en',
    positions: new Map([...positions].map(([text, places]) => [text, places.map(({ at }) => at)])),
    nameLexemes: lexemesIn(name),
    titleLexemes: lexemesIn(title),
    compare: undefined,
  });
}

const bestSupport = (...asked: Parameters<typeof read>) =>
  Math.max(...read(...asked).sentences.map(({ support }) => support));

it('marks the sentence that defines the term asked about', () => {
  const body = 'The larger work is heavy for anybody.\nA “larger work” means a work of two others.';
  const words = [word('larger', 3, { isTerm: true }), word('work', 2, { isTerm: true })];
  const { definition, sentences } = read(words, body);
  expect(definition).toBe(1);
  expect(sentences.map((one) => one.definition)).toEqual([0, 1]);
  const notAsked = read([word('larger', 3), word('work', 2)], body);
  expect([notAsked.definition, ...notAsked.sentences.map((one) => one.definition)]).toEqual([0, 0, 0]);
});

it('counts a document’s title like its name for support, but not for the order', () => {
  const words = [word('kestrel', 4, { isName: true }), word('fee', 4)];
  const body = 'The fee is eleven percent of what it costs to build.';
  const [untitled, titled] = [read(words, body), read(words, body, { title: 'Agreement with Kestrel' })];
  expect(bestSupport(words, body, { title: 'Agreement with Kestrel' })).toBeGreaterThan(0.9);
  expect(bestSupport(words, body)).toBeLessThan(0.3);
  expect(titled.coverage).toBe(untitled.coverage);
  expect(titled.coverageInName).toBe(0);
});

it('requires less of a long question, except for its rarest word', () => {
  const distinctive = ['keys', 'boat', 'harbor', 'captain', 'summer', 'evening', 'winter', 'signal'];
  const words = [word('lighthouse', 6), ...distinctive.map((text) => word(text, 4))];
  const said = 'The lighthouse has keys to the boat for the captain of the harbor.';
  expect(bestSupport(words, said)).toBeGreaterThan(0.9);
  expect(bestSupport(words, said.replace('lighthouse', 'house'))).toBeLessThan(0.6);
  expect(bestSupport(words.slice(0, 5), said.replace('captain of the harbor', 'guard'))).toBeLessThan(0.8);
});
