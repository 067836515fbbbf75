import { parseSearch, type SearchTerm } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { configurationOf, indexWords } from '../../../platform/index-words.ts';

export type OperatorTerm = Extract<SearchTerm, { kind: 'operator' }>;

interface TextTerm {
  /** As it was typed. */
  typed: string;
  /** As the index has it; one may be several words: e-mail, 2.5. */
  words: string;
}

/** What was typed, by what becomes of it. */
export interface Asked {
  wanted: TextTerm[];
  unwanted: TextTerm[];
  operators: OperatorTerm[];
}

/** More words do not find more. */
const maxTerms = 20;
/** Of a longer phrase its beginning counts. */
const maxWordsOfTerm = 12;

export function askedBy(query: string, max = maxTerms): Asked {
  const terms = parseSearch(query);
  const texts = (excluded: boolean) => {
    const given = terms.flatMap((term) =>
      term.kind === 'operator' || term.excluded !== excluded ? [] : textTerm(term.text),
    );
    return [...new Map(given.map((term) => [term.words, term])).values()].slice(0, max);
  };
  const operators = terms.filter((term) => term.kind === 'operator').filter(({ value }) => value !== '');
  return { wanted: texts(false), unwanted: texts(true), operators: operators.slice(0, maxTerms) };
}

function textTerm(text: string): TextTerm[] {
  const words = indexWords(text);
  if (words.length === 0) return [];
  const counted = words.slice(0, maxWordsOfTerm);
  return [
    {
      typed: words.length > counted.length ? text.slice(0, counted.at(-1)!.end) : text,
      words: counted.map((word) => word.text).join(' '),
    },
  ];
}

/**
 * A query as PostgreSQL has it. Each passage was indexed by its own language, so each language has its own form of the
 * query, and whichever fits is enough.
 */
export interface ContentQuery {
  /** tsquery: all of what is wanted, in one passage. */
  text: string;
  /** Of each wanted term alone; null where some language takes it for a stop word. */
  terms: (string | null)[];
  /** For each language the lexemes of all terms. */
  variants: string[][];
  hasPhrase: boolean;
}

interface Variant {
  queries: string[];
  lexemes: string[];
}

/** Null where no word is left to search contents by. */
export async function contentQuery(
  db: Executor,
  terms: readonly TextTerm[],
  languages: readonly string[],
): Promise<ContentQuery | null> {
  if (terms.length === 0) return null;
  const configurations = [...new Set([...languages.map(configurationOf), 'simple'])].map(
    (name) => `pg_catalog.${name}`,
  );
  const words = terms.map((term) => term.words);
  const { rows } = await sql<Variant>`select
      array(select phraseto_tsquery(c.name::regconfig, w)::text from unnest(${words}::text[]) with ordinality t (w, place) order by place) as queries,
      tsvector_to_array(to_tsvector(c.name::regconfig, ${words.join(' ')})) as lexemes
    from unnest(${configurations}::text[]) c (name)`.execute(db);
  const usable = rows.filter(({ queries }) => queries.some((query) => query !== ''));
  if (usable.length === 0) return null;
  return {
    text: anyOf(
      usable.map(({ queries }) =>
        queries
          .filter((query) => query !== '')
          .map(inParentheses)
          .join(' & '),
      ),
    ),
    terms: terms.map((_, index) => {
      const ofTerm = usable.map(({ queries }) => queries[index]!);
      return ofTerm.includes('') ? null : anyOf(ofTerm);
    }),
    variants: usable.map(({ lexemes }) => lexemes),
    hasPhrase: words.some((text) => text.includes(' ')),
  };
}

const inParentheses = (query: string): string => `(${query})`;
export const anyOf = (queries: readonly string[]): string => [...new Set(queries)].map(inParentheses).join(' | ');

/** All lexemes that count as a match. */
export const lexemesOf = ({ variants }: ContentQuery): string[] => [...new Set(variants.flat())];
