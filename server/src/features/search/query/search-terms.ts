import { parseSearch, type SearchTerm } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { configurationOf, indexWords } from '../../../platform/text/index-words.ts';
import type { LanguageForm } from './language-form.ts';

export type OperatorTerm = Extract<SearchTerm, { kind: 'operator' }>;

interface TextTerm {
  /** As typed. */
  typed: string;
  /** As in the index; one may be several words: e-mail, 2.5. */
  words: string;
  /** Typed with a trailing *: words that start with it match as well. */
  isPrefix?: boolean;
  /** Alternatives, typed with OR. */
  or?: TextTerm[];
}

/** The parts of a typed search. */
export interface Asked {
  wanted: TextTerm[];
  unwanted: TextTerm[];
  operators: OperatorTerm[];
}

/** Fewer letters start too many words. */
const shortestPrefix = 2;
/** More words don't find more. */
const maxTerms = 20;
const maxOr = 8;
/** Only the beginning of a longer phrase counts. */
const maxWordsOfTerm = 12;

/** A phone number with spaces between its groups of digits. */
const spacedNumber = /(?<![\p{L}\p{N}"])(?:\+|0)\d[\d ()/-]{5,20}\d(?![\p{L}\p{N}"])/gu;

export function askedBy(query: string, max = maxTerms): Asked {
  const parsed = parseSearch(query.replace(spacedNumber, (number) => number.replace(/ +/g, '-')));
  // In a sentence, a minus belongs to its word: “What does tar do with -v?”
  const isSentence = query.trimEnd().endsWith('?');
  const terms = isSentence
    ? parsed.map((term) => (term.kind === 'word' ? { ...term, excluded: false } : term))
    : parsed;
  const texts = (excluded: boolean) => {
    const given: TextTerm[] = [];
    let isOr = false;
    for (const term of terms) {
      const last = given.at(-1);
      if (term.kind === 'word' && term.text === 'OR' && last && !excluded) {
        isOr = true;
        continue;
      }
      const [found] = term.kind === 'operator' || term.excluded !== excluded ? [] : textTerm(term.text);
      if (found && isOr && last) last.or = [...(last.or ?? []), found].slice(0, maxOr);
      else if (found) given.push(found);
      isOr = false;
    }
    return [...new Map(given.map((term) => [term.words, term])).values()].slice(0, max);
  };
  const operators = terms.filter((term) => term.kind === 'operator').filter(({ value }) => value !== '');
  return { wanted: texts(false), unwanted: texts(true), operators: operators.slice(0, maxTerms) };
}

function textTerm(given: string): TextTerm[] {
  const text = given.replace(/\*+$/u, '');
  const words = indexWords(text);
  if (words.length === 0) return [];
  const counted = words.slice(0, maxWordsOfTerm);
  return [
    {
      typed: words.length > counted.length ? text.slice(0, counted.at(-1)!.end) : text,
      words: counted.map((word) => word.text).join(' '),
      ...(text !== given && words.at(-1)!.text.length >= shortestPrefix && { isPrefix: true }),
    },
  ];
}

/**
 * A query as PostgreSQL has it. Each passage is indexed in its own language, so each language has its own form of the
 * query, and a passage matches only by the form of its language: a stop word in one language may be a rare word in
 * another.
 */
export interface ContentQuery {
  /**
   * A tsquery for all wanted terms in one passage, in the form of any language. It leads to candidates; `fits` decides.
   */
  text: string;
  forms: readonly LanguageForm[];
  /** A query for each wanted term; null if it is a stop word in every language. */
  terms: (TermQuery | null)[];
  /** For each form, the lexemes of all terms. */
  variants: string[][];
  hasPhrase: boolean;
}

export type TermQuery = Pick<ContentQuery, 'text' | 'forms'>;

interface Variant {
  name: string;
  queries: string[];
  lexemes: string[];
}

/** Null if no word is left to search contents by. */
export async function contentQuery(
  db: Executor,
  terms: readonly TextTerm[],
  languages: readonly string[],
): Promise<ContentQuery | null> {
  if (terms.length === 0) return null;
  const configurations = [...new Set([...languages.map(configurationOf), 'simple'])];
  const each = terms.map(({ or = [], ...term }) => [term, ...or]);
  const words = each.flat().map((term) => term.words);
  const { rows } = await sql<Variant>`select c.name,
      array(select phraseto_tsquery(('pg_catalog.' || c.name)::regconfig, w)::text from unnest(${words}::text[]) with ordinality t (w, place) order by place) as queries,
      tsvector_to_array(to_tsvector(('pg_catalog.' || c.name)::regconfig, ${words.join(' ')})) as lexemes
    from unnest(${configurations}::text[]) with ordinality c (name, place) order by c.place`.execute(db);
  for (const row of rows) row.queries = joinedByTerm(each, row.queries);
  const languagesOf = (name: string) =>
    name === 'simple' ? null : languages.filter((language) => configurationOf(language) === name);
  const queryOf = (form: (variant: Variant) => string): TermQuery => {
    const forms = rows.map((variant) => ({ languages: languagesOf(variant.name), text: form(variant) }));
    return { text: anyOf(forms.flatMap(({ text }) => text || [])), forms };
  };
  const all = queryOf(({ queries }) =>
    queries
      .filter((query) => query !== '')
      .map(inParentheses)
      .join(' & '),
  );
  // Without a known language, words stay as they are, so there is always a form.
  const isIdle = (index: number) =>
    rows.length > 1 && rows.every(({ name, queries }) => name === 'simple' || queries[index] === '');
  return {
    ...all,
    terms: terms.map((_, index) => (isIdle(index) ? null : queryOf(({ queries }) => queries[index]!))),
    variants: rows.map(({ lexemes }) => lexemes),
    hasPhrase: words.some((text) => text.includes(' ')),
  };
}

/** Joins the alternatives of each term, and adds the prefix query where asked for. */
function joinedByTerm(each: readonly (readonly TextTerm[])[], queries: readonly string[]): string[] {
  let at = 0;
  return each.map((ofTerm) => {
    const own = ofTerm.flatMap(({ words, isPrefix }) => {
      const query = queries[at++]!;
      return [...(query ? [query] : []), ...(isPrefix ? [beginningWith(words)] : [])];
    });
    return own.length === 1 ? own[0]! : anyOf(own);
  });
}

export const quoted = (word: string): string => `'${word.replaceAll("'", "''")}'`;
/** A phrase of these words. */
export const oneByOne = (words: string): string => words.split(' ').map(quoted).join(' <-> ');
export const beginningWith = (words: string): string => `${oneByOne(words)}:*`;

const inParentheses = (query: string): string => `(${query})`;
export const anyOf = (queries: readonly string[]): string => [...new Set(queries)].map(inParentheses).join(' | ');

/** A query that matches any of several: in each language, any of their forms. */
export function anyQueryOf(queries: readonly TermQuery[]): TermQuery {
  const [first] = queries;
  const forms = (first?.forms ?? []).map(({ languages }, at) => ({
    languages,
    text: anyOf(queries.flatMap((query) => query.forms[at]!.text || [])),
  }));
  return { text: anyOf(forms.flatMap(({ text }) => text || [])), forms };
}

/** SQL: the value for the language of a passage `p`. */
function byLanguage<Form extends Pick<LanguageForm, 'languages'>>(
  forms: readonly Form[],
  value: (form: Form) => RawBuilder<unknown>,
  language: RawBuilder<unknown> = sql`p.language`,
): RawBuilder<unknown> {
  const others = forms.find(({ languages }) => languages === null)!;
  const named = forms.filter(({ languages }) => languages !== null);
  if (named.length === 0) return value(others);
  const cases = named.map((form) => sql`when ${language} = any(${[...form.languages!]}::text[]) then ${value(form)}`);
  return sql`(case ${sql.join(cases, sql` `)} else ${value(others)} end)`;
}

const isOneForm = ({ forms }: Pick<ContentQuery, 'forms'>): boolean => new Set(forms.map(({ text }) => text)).size <= 1;

/** SQL: the tsquery that a passage `p` is ranked by. */
export const formOf = ({ text, forms }: TermQuery): RawBuilder<unknown> =>
  isOneForm({ forms }) ? sql`${text}::tsquery` : byLanguage(forms, (form) => sql`${form.text}::tsquery`);

/** SQL: whether a passage `p` matches in the form of its language. `ifIdle`: the result if that form has no words. */
export const fits = (query: TermQuery, { ifIdle = false } = {}): RawBuilder<unknown> =>
  isOneForm(query)
    ? sql`p.tsv @@ ${query.text}::tsquery`
    : byLanguage(query.forms, ({ text }) => (text ? sql`p.tsv @@ ${text}::tsquery` : sql`${sql.lit(ifIdle)}`));

/** Whether everything found by `text` fits, so that the languages of passages needn't be checked. */
export const fitsAll = (query: TermQuery): boolean => isOneForm(query);

/** SQL: the lexemes that count as a match in a passage `p`. */
export const lexemesOf = ({ forms, variants }: ContentQuery): RawBuilder<unknown> =>
  byLanguage(
    forms.map(({ languages }, at) => ({ languages, lexemes: variants[at]! })),
    ({ lexemes }) => sql`${lexemes}::text[]`,
  );
