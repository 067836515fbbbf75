import { sql } from 'kysely';
import type { Executor } from '../../../../db/pool.ts';
import { configurationOf, indexText } from '../../../../platform/text/index-words.ts';

export interface Wording {
  text: string;
  language: string | null;
}

/** The lexemes of each text, as in the index of its language, without stop words. */
export async function lexemesOf(db: Executor, texts: readonly Wording[]): Promise<ReadonlySet<string>[]> {
  if (texts.length === 0) return [];
  const { rows } = await sql<{
    lexemes: string[];
  }>`select tsvector_to_array(to_tsvector(('pg_catalog.' || t.configuration)::regconfig, t.words)) as lexemes
    from unnest(${texts.map(({ language }) => configurationOf(language))}::text[], ${texts.map(({ text }) => indexText(text))}::text[])
      with ordinality t (configuration, words, place) order by t.place`.execute(db);
  return rows.map(({ lexemes }) => new Set(lexemes));
}

/** Same for texts with many duplicates: each wording is parsed once. */
export async function lexemesByWording(
  db: Executor,
  texts: readonly Wording[],
): Promise<(one: Wording) => ReadonlySet<string>> {
  const each = new Map(texts.map((one) => [keyOf(one), one]));
  const lexemes = await lexemesOf(db, [...each.values()]);
  const found = new Map([...each.keys()].map((key, index) => [key, lexemes[index]!]));
  return (one) => found.get(keyOf(one))!;
}

const keyOf = ({ text, language }: Wording): string => `${language} ${text}`;
