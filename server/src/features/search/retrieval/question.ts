import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';
import { wordWeight } from '../../../meaning/index.ts';
import { languageOfQuestion } from '../query/question-language.ts';
import { type Asked, anyOf, askedBy, contentQuery } from '../query/search-terms.ts';
import type { Statistics } from '../query/statistics.ts';
import { lexemesOf } from './lexemes.ts';
import { inOtherLanguages } from './office-words.ts';
import { withoutQuestionWords } from './question-words.ts';
import { weightsOf } from './word-weights.ts';

/** A word of a question that says what it is about. */
export interface QuestionWord {
  /** As the index has it; a number such as 2026-007 is several words. */
  text: string;
  /** tsquery: the word in any of the workspace's languages, and what offices call it in these. */
  query: string;
  /** For each language the lexemes it is found by, all of them. */
  variants: string[][];
  /** How much it tells: the rarer in what the person may see and in its language, the more. */
  weight: number;
  /** A name or a number: what it stands for has no other word. */
  isName: boolean;
}

export interface Question {
  /** All of it but the operators, as it was asked. */
  text: string;
  asked: Asked;
  languages: string[];
  /** In their order. */
  words: QuestionWord[];
}

export async function understand(
  db: Executor,
  viewer: Member,
  query: string,
  statistics: Statistics,
): Promise<Question> {
  const asked = askedBy(withoutQuestionWords(query) || query);
  const language = languageOfQuestion(query) ?? 'en';
  const languages = [...new Set([...statistics.languages, language])];
  const content = await contentQuery(db, asked.wanted, languages);
  const telling = language === 'en' ? await wordWeight(asked.wanted.map((one) => one.words)) : [];
  const others = await translations(
    db,
    asked.wanted.map((one) => one.words),
    language,
    statistics.languages,
  );
  // Null: some language takes it for a word that says nothing.
  const termQueries = asked.wanted.map((_, index) => content?.terms[index] ?? null);
  const ownLexemes = termQueries.flatMap((termQuery) => (termQuery ? variantsOf(termQuery).flat() : []));
  const weightOf = await weightsOf(db, viewer, ownLexemes);
  const words = asked.wanted.flatMap(({ typed, words: text }, index): QuestionWord[] => {
    const termQuery = termQueries[index];
    if (!termQuery) return [];
    const variants = variantsOf(termQuery);
    const weights = variants.map((lexemes) => Math.max(...lexemes.map(weightOf)));
    return [
      {
        text,
        query: anyOf([termQuery, ...others[index]!.map(quoted)]),
        variants: [...variants, ...others[index]!.map((lexeme) => [lexeme])],
        weight: Math.min(...weights) * (telling[index] ?? 1),
        isName: isName(typed, query, language),
      },
    ];
  });
  const text = askedBy(query)
    .wanted.map(({ typed }) => typed)
    .join(' ');
  return { text, asked, languages, words };
}

/** Of each word, the lexemes of what offices call it in the other languages of the workspace. */
async function translations(
  db: Executor,
  words: readonly string[],
  language: string,
  languages: readonly string[],
): Promise<string[][]> {
  const wordings = words.flatMap((word, index) =>
    inOtherLanguages(word, language)
      .filter((other) => languages.includes(other.language))
      .map((other) => ({ index, language: other.language, text: other.words.join(' ') })),
  );
  const lexemes = await lexemesOf(db, wordings);
  return words.map((_, index) => wordings.flatMap((one, at) => (one.index === index ? [...lexemes[at]!] : [])));
}

const quoted = (lexeme: string): string => `'${lexeme.replaceAll("'", "''")}'`;

/** With a digit, or with a capital inside the question; in German every noun has one. */
const isName = (typed: string, query: string, language: string): boolean =>
  /\d/.test(typed) || (language !== 'de' && /^\p{Lu}/u.test(typed) && !query.trimStart().startsWith(typed));

const variantsOf = (query: string): string[][] =>
  query
    .split(' | ')
    .map((variant) => [...variant.matchAll(/'((?:[^']|'')+)'/g)].map(([, lexeme]) => lexeme!.replaceAll("''", "'")))
    .filter((lexemes) => lexemes.length > 0);
