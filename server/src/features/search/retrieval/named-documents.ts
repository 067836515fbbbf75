import type { Executor } from '../../../db/pool.ts';
import { indexWords } from '../../../platform/text/index-words.ts';
import { type NameHit, nameHits } from '../hits/name-hits.ts';
import type { Scope } from '../query/scope.ts';
import type { Question } from './question.ts';

/** A document that a question mentions by name. */
export interface NamedDocument {
  documentId: string;
  modifiedAt: number;
  /** The words of its name, as in the index. */
  words: ReadonlySet<string>;
}

/** Each takes a search in the names. */
const maxTexts = 4;
const maxOfText = 30;
const maxNamed = 3;
const shortest = 4;

const inQuotes = /[“„"«]([^”“"»]{2,})[”“"»]/gu;
const fileName = /\S+\.\p{L}[\p{L}\d]{1,4}(?=$|[\s?!,;:])/gu;
const extension = /\.\w{1,5}$/u;

/** The documents whose whole name occurs in the question, with or without extension; longest names first. */
export async function namedDocuments(db: Executor, scope: Scope, question: Question): Promise<NamedDocument[]> {
  const texts = textsOf(question);
  const found = new Map<string, NameHit>();
  for (const text of texts)
    for (const hit of (await nameHits(db, scope, [text], maxOfText)).hits.slice(0, maxOfText))
      found.set(hit.documentId, hit);
  const said = new Set(indexWords(question.given).map(({ text }) => text));
  return [...found.values()]
    .map(({ documentId, modifiedAt, name }) => ({ documentId, modifiedAt, words: wordsOf(name) }))
    .filter(({ words }) => words.size > 0 && [...words].every((word) => said.has(word)))
    .sort((a, b) => b.words.size - a.words.size || b.modifiedAt - a.modifiedAt)
    .slice(0, maxNamed);
}

/** The texts to search names by: quotations, file names, and the most distinctive words. */
function textsOf({ given, words }: Question): string[] {
  const quoted = [...given.matchAll(inQuotes)].map(([, text]) => text!.trim());
  const files = [...given.matchAll(fileName)].map(([text]) => text.replace(/^[“„"«]/u, ''));
  const distinctive = words
    .filter(({ text }) => text.length >= shortest && !text.includes(' '))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ text }) => text);
  return [...new Set([...quoted, ...files, ...distinctive])].slice(0, maxTexts);
}

const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(indexWords(name.replace(extension, '')).map(({ text }) => text));

/** Asks for the content of a document as a whole. */
const asksForAll =
  /\b(summar(?:y|i[sz]e|i[sz]ed)|overview|outline|gist|tl;?dr|main points|key points|about|contents?|say|says|read|zusammenfass\w*|zusammen|überblick|worum|inhalt|steht|résum\w+|aperçu|parle|dit|resum\w+|trata)\b/iu;
const idle = new Set(
  'summary summarize summarise summarized overview outline gist tldr main key points point about content contents say says read document file please short brief briefly give zusammenfassung zusammenfassen zusammen fasse uberblick worum geht inhalt steht datei dokument resume resumer apercu parle dit fichier'.split(
    ' ',
  ),
);

/** The document that a question asks for as a whole, if it asks for nothing else. */
export function askedAsWhole({ given, words }: Question, named: readonly NamedDocument[]): NamedDocument | undefined {
  if (!asksForAll.test(given)) return undefined;
  return named.find(({ words: name }) =>
    words.every(({ text }) => text.split(' ').every((word) => name.has(word) || idle.has(word) || isEnding(word))),
  );
}

const isEnding = (word: string): boolean => /^(md|txt|pdf|docx?|xlsx?|pptx?|odt|html?|csv|eml|rtf)$/u.test(word);
