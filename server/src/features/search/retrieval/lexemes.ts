import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { configurationOf, indexText } from '../../../platform/index-words.ts';

export interface Wording {
  text: string;
  language: string | null;
}

/** The lexemes of each text, as the index of its language has them, without words that say nothing. */
export async function lexemesOf(db: Executor, texts: readonly Wording[]): Promise<ReadonlySet<string>[]> {
  if (texts.length === 0) return [];
  const { rows } = await sql<{
    lexemes: string[];
  }>`select tsvector_to_array(to_tsvector(('pg_catalog.' || t.configuration)::regconfig, t.words)) as lexemes
    from unnest(${texts.map(({ language }) => configurationOf(language))}::text[], ${texts.map(({ text }) => indexText(text))}::text[])
      with ordinality t (configuration, words, place) order by t.place`.execute(db);
  return rows.map(({ lexemes }) => new Set(lexemes));
}

/** The same for texts of which many are alike: each is read once. */
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
