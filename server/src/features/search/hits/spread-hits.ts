import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { containing } from '../../../platform/text/like-pattern.ts';
import type { Scope } from '../query/scope.ts';
import { type Asked, type ContentQuery, fits, type TermQuery } from '../query/search-terms.ts';
import type { Statistics } from '../query/statistics.ts';
import { contentHits } from './content-hits.ts';
import { nameHits } from './name-hits.ts';
import { expectedHits } from './windows.ts';

/** The documents with one of the words that are checked for the others. */
const maxAsked = 300;
const maxTerms = 6;

/**
 * Documents that have all the words, but not in one passage: one word here and one pages later, or in the name.
 * Searched among the newest with the rarest word in their contents, or any word in their names.
 */
export async function spreadHits(
  db: Executor,
  scope: Scope,
  { wanted }: Asked,
  query: ContentQuery,
  statistics: Statistics,
): Promise<string[]> {
  const terms = wanted
    .flatMap(({ typed }, index) => {
      const term = query.terms[index];
      return term ? [{ typed, term }] : [];
    })
    .slice(0, maxTerms);
  if (terms.length < 2) return [];
  const single = terms.map(
    ({ term }): ContentQuery => ({ ...term, terms: [term], variants: lexemesOf(term), hasPhrase: false }),
  );
  const rarest = single.reduce((a, b) => (expectedHits(b, statistics) < expectedHits(a, statistics) ? b : a));
  const found: { documentId: string; modifiedAt: number }[] = [];
  found.push(...(await contentHits(db, scope, rarest, statistics, maxAsked)).hits);
  for (const { typed } of terms) found.push(...(await nameHits(db, scope, [typed], maxAsked)).hits);
  const candidates = found.sort((a, b) => b.modifiedAt - a.modifiedAt).map(({ documentId }) => documentId);
  const has = terms.map(
    ({
      typed,
      term,
    }) => sql`(search_key(a.name_key) like search_key(${containing(typed)}) or exists (select 1 from documents d
      join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256
      where d.id = a.document_id and ${fits(term, { ifIdle: true })}))`,
  );
  const { rows } = await sql<{
    id: string;
  }>`select a.document_id as id from unnest(${[...new Set(candidates)].slice(0, maxAsked)}::uuid[]) c (id) join document_access a on a.document_id = c.id
    where ${scope.where} and ${scope.without} and ${sql.join(has, sql` and `)}
    order by a.modified_at desc, a.document_id desc`.execute(db);
  return rows.map(({ id }) => id);
}

const lexemesOf = ({ forms }: TermQuery): string[][] => forms.map(({ text }) => lexemesIn(text));

const lexemesIn = (query: string): string[] =>
  [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, lexeme]) => lexeme!.replaceAll("''", "'"));
