import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';
import { wordWeight } from '../../../meaning/index.ts';
import { formFor, type LanguageForm } from '../query/language-form.ts';
import { languageOfQuestion } from '../query/question-language.ts';
import { type Asked, anyOf, askedBy, contentQuery, quoted, type TermQuery } from '../query/search-terms.ts';
import type { Statistics } from '../query/statistics.ts';
import { askedTerm } from './definitions.ts';
import { lexemesOf } from './words/lexemes.ts';
import { inOtherLanguages } from './words/office-words.ts';
import { withoutQuestionWords } from './words/question-words.ts';
import { synonymsIn } from './words/synonyms.ts';
import { weightsOf } from './words/word-weights.ts';

/** A word of a question that says what it is about. */
export interface QuestionWord {
  /** As in the index; a number such as 2026-007 is several words. */
  text: string;
  /** The word in each of the workspace's languages, or the office word there. */
  query: TermQuery;
  /**
   * For each form of the query, the alternative lexemes it is found by; each consists of one, or for a number of
   * several.
   */
  forms: WordForm[];
  /** The rarer the word among the viewer's passages and in its language, the higher. */
  weight: number;
  /** A name or number, which has no synonyms. */
  isName: boolean;
  /** The question asks what this means. */
  isTerm: boolean;
}

export interface WordForm {
  /** Null: passages in all other languages. */
  languages: readonly string[] | null;
  variants: string[][];
  /** Lexemes of the word's synonyms, which count less than the word itself. */
  synonyms: readonly string[];
}

export interface Question {
  /** The question as asked. */
  given: string;
  /** The question without operators. */
  text: string;
  asked: Asked;
  languages: string[];
  /** In the order of the question. */
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
  const distinctiveness = language === 'en' ? await wordWeight(asked.wanted.map((one) => one.words)) : [];
  const others = await translations(
    db,
    asked.wanted.map((one) => one.words),
    language,
    statistics.languages,
  );
  // Stop words of the question's language are left out. In other languages they may be rare.
  const terms = asked.wanted.flatMap((term, index) => {
    const own = content?.terms[index];
    return own && formFor(own.forms, language).text ? [{ ...term, own, index }] : [];
  });
  const synonyms = await synonymsIn(language, db);
  const synonymsFor = ({ languages: of, text }: LanguageForm): readonly string[] =>
    of?.includes(language)
      ? variantsOf(text).flatMap((lexemes) => (lexemes.length === 1 ? (synonyms.get(lexemes[0]!) ?? []) : []))
      : [];
  const weightOf = await weightsOf(
    db,
    viewer,
    terms.flatMap(({ own }) => own.forms.flatMap((form) => [...variantsOf(form.text).flat(), ...synonymsFor(form)])),
  );
  const asksFor = new Set(askedTerm(query));
  const words = terms.map(({ typed, words: text, own, index }): QuestionWord => {
    const weights = own.forms.flatMap((form) =>
      variantsOf(form.text).map((lexemes) => Math.max(...lexemes.map(weightOf))),
    );
    const isNamed = isName(typed, query, language);
    const forms = own.forms.map((form) => {
      const lexemes = others[index]!.flatMap((one) => (form.languages?.includes(one.language) ? one.lexemes : []));
      const alike = isNamed ? [] : synonymsFor(form);
      return {
        languages: form.languages,
        text: anyOf([...(form.text ? [form.text] : []), ...[...lexemes, ...alike].map(quoted)]),
        variants: [...variantsOf(form.text), ...lexemes.map((lexeme) => [lexeme])],
        synonyms: alike,
      };
    });
    return {
      text,
      query: { text: anyOf(forms.flatMap((form) => form.text || [])), forms },
      forms,
      weight:
        weightWith(
          Math.min(...weights),
          forms.flatMap(({ synonyms: alike }) => alike.map(weightOf)),
          weightOf(''),
        ) * (distinctiveness[index] ?? 1),
      isName: isNamed,
      isTerm: text.split(' ').every((word) => asksFor.has(word)),
    };
  });
  const text = askedBy(query)
    .wanted.map(({ typed }) => typed)
    .join(' ');
  return { given: query, text, asked, languages, words };
}

/** A word as rare as can be takes the weight of a synonym that is more frequent: documents say the synonym instead. */
const weightWith = (own: number, ofSynonyms: readonly number[], ofUnknown: number): number =>
  own < ofUnknown ? own : Math.min(own, ...ofSynonyms);

interface Translation {
  language: string;
  lexemes: string[];
}

/** For each word, the office words in the workspace's other languages. */
async function translations(
  db: Executor,
  words: readonly string[],
  language: string,
  languages: readonly string[],
): Promise<Translation[][]> {
  const wordings = words.flatMap((word, index) =>
    inOtherLanguages(word, language)
      .filter((other) => languages.includes(other.language))
      .map((other) => ({ index, language: other.language, text: other.words.join(' ') })),
  );
  const lexemes = await lexemesOf(db, wordings);
  return words.map((_, index) =>
    wordings.flatMap((one, at) =>
      one.index === index ? [{ language: one.language, lexemes: [...lexemes[at]!] }] : [],
    ),
  );
}

/** With a digit, or with a capital inside the question; in German every noun has one. */
const isName = (typed: string, query: string, language: string): boolean =>
  /\d/.test(typed) || (language !== 'de' && /^\p{Lu}/u.test(typed) && !query.trimStart().startsWith(typed));

const variantsOf = (query: string): string[][] =>
  query
    .split(' | ')
    .map((variant) => [...variant.matchAll(/'((?:[^']|'')+)'/g)].map(([, lexeme]) => lexeme!.replaceAll("''", "'")))
    .filter((lexemes) => lexemes.length > 0);
