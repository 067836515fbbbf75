import { sql } from 'kysely';
import type { Executor } from '../../../../db/pool.ts';
import type { Member } from '../../../../http/viewer.ts';
import { seenInOrder } from '../../../access/index.ts';

/** The beginnings of this many of the newest documents show well enough which words are frequent. */
const maxDocuments = 400;
const maxOfOne = 10;
const maxPassages = 1_500;
/** With fewer passages, a word that at most one of them has counts as rare as among this many. */
const fewPassages = 1_000;

/**
 * The weight of a word: the logarithm of how few passages have it, among those that the viewer may see. Other documents
 * don't count: otherwise finding an answer would reveal which words they contain.
 */
export async function weightsOf(
  db: Executor,
  viewer: Member,
  lexemes: readonly string[],
): Promise<(lexeme: string) => number> {
  const newest = seenInOrder(viewer, {
    columns: sql`a.document_id, a.modified_at`,
    where: sql`true`,
    order: sql`a.modified_at desc, a.document_id desc`,
    limit: maxDocuments,
    isFixed: true,
  });
  const { rows } = await sql<{ passages: number; lexeme: string | null; count: number | null }>`
    with newest as materialized (${newest}
    ), sample as materialized (
      select p.tsv from newest a join documents d on d.id = a.document_id
      cross join lateral (select p.tsv from passages p
        where p.organization_id = d.organization_id and p.sha256 = d.sha256 and p.tsv is not null
        order by p.number limit ${sql.lit(maxOfOne)}) p
      limit ${sql.lit(maxPassages)}
    ), counted as (
      select t.lexeme, count(*) as count from sample s cross join lateral unnest(tsvector_to_array(s.tsv)) t (lexeme)
      where t.lexeme = any(${[...lexemes]}::text[]) group by t.lexeme
    )
    select (select count(*) from sample) as passages, c.lexeme, c.count from (select 1) one left join counted c on true`.execute(
    db,
  );
  const { passages } = rows[0]!;
  const counts = new Map(rows.map(({ lexeme, count }) => [lexeme, count]));
  return (lexeme) => {
    const count = counts.get(lexeme) ?? 0;
    return Math.log(1 + (count > 1 ? passages / count : Math.max(passages, fewPassages)));
  };
}
