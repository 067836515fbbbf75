import type { Executor } from '../../../../db/pool.ts';
import { synonymPairs } from '../../../../meaning/index.ts';
import { lexemesOf } from './lexemes.ts';
import { officeSynonyms } from './office-words.ts';

/** The lexemes of a lexeme's synonyms in one language. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

const loaded = new Map<string, Promise<Synonyms>>();

/** Stemmed by PostgreSQL as the index is, once per process: the result depends on nothing that is stored. */
export function synonymsIn(language: string, db: Executor): Promise<Synonyms> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = load(language, db);
  loaded.set(language, loading);
  loading.catch(() => loaded.delete(language));
  return loading;
}

async function load(language: string, db: Executor): Promise<Synonyms> {
  const groups = [...officeSynonyms(language), ...(language === 'en' ? await synonymPairs() : [])];
  const words = [...new Set(groups.flat())];
  const lexemes = await lexemesOf(
    db,
    words.map((text) => ({ text, language })),
  );
  const lexemeOf = new Map(words.map((word, at) => [word, [...lexemes[at]!][0]]));
  const synonyms = new Map<string, Set<string>>();
  for (const group of groups) {
    const same = new Set(group.flatMap((word) => lexemeOf.get(word) ?? []));
    for (const one of same) synonyms.set(one, new Set([...(synonyms.get(one) ?? []), ...same]));
  }
  return new Map([...synonyms].map(([lexeme, same]) => [lexeme, [...same].filter((other) => other !== lexeme)]));
}
