import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { seenInOrder } from '../../access/index.ts';
import type { Scope } from '../query/scope.ts';
import { type ContentQuery, fits, fitsAll, formOf } from '../query/search-terms.ts';

/** A matching passage and a document with it that the viewer may see. */
export interface Hit {
  documentId: string;
  /** In milliseconds. */
  modifiedAt: number;
  sha256: Buffer;
  number: number;
  /** Depends on how often the words occur and how close together; 0 if there are too many hits to compare. */
  rank: number;
}

/** The maximum of hits compared with each other. */
export const maxRanked = 400;
/** The maximum of passages collected from the index before permissions are checked. */
export const maxCollected = 8_000;
/** The maximum of documents checked one by one. */
export const maxWalked = 6_000;
/** Passages of one document that suffice as a match. */
export const maxOfOne = 3;

/** Hits of a part of the days aren't compared with each other. */
const resultOf = (query: ContentQuery, isWhole: boolean): RawBuilder<unknown> => sql`s.document_id as "documentId",
  extract(epoch from s.modified_at)::float8 * 1000 as "modifiedAt", s.sha256, s.number,
  case when t.seen > ${sql.lit(isWhole ? maxRanked : 0)} then 0 else (select ts_rank_cd(p.tsv, ${formOf(query)}, 1) from passages p
    where p.organization_id = s.organization_id and p.sha256 = s.sha256 and p.number = s.number) end as rank`;

type Row<Key extends string> = (Hit | { documentId: null }) & Record<Key, number>;
const found = (rows: readonly (Hit | { documentId: null })[]): Hit[] =>
  rows.filter((row): row is Hit => row.documentId !== null);

/** Collects hits from the index; with `keys`, only those of these days or months. */
export async function collectHits(
  db: Executor,
  { viewer, where, without, accounts }: Scope,
  query: ContentQuery,
  keys: readonly number[] | null,
): Promise<{ hits: Hit[]; collected: number }> {
  // The index leads to words in any language; passages that match only by another language's form are left out here.
  const isOwn = fitsAll(query)
    ? sql``
    : sql`join passages p on p.organization_id = ${viewer.membership.organizationId} and p.sha256 = h.sha256
        and p.number = h.number and ${fits(query)}`;
  const { rows } = await sql<Row<'collected'>>`
    with hits as materialized (
      select * from passage_hits(${viewer.membership.organizationId}, ${accounts}::uuid[], ${query.text}::tsquery, ${keys}::int[], ${maxCollected})
    ), seen as materialized (
      select a.organization_id, a.document_id, a.modified_at, h.sha256, h.number
      from hits h ${isOwn}
      join documents d on d.organization_id = ${viewer.membership.organizationId} and d.sha256 = h.sha256
      join document_access a on a.document_id = d.id
      where ${where} and ${without}
    )
    select ${resultOf(query, keys === null)}, (select count(*) from hits) as collected
    from (select count(*) as seen from seen) t left join seen s on true`.execute(db);
  return { hits: found(rows), collected: rows[0]!.collected };
}

/** Walks through documents, newest first, until there are enough hits or documents. */
export async function walkForHits(
  db: Executor,
  { viewer, filters, without }: Scope,
  query: ContentQuery,
  max: { documents: number; hits: number; ofOne?: number },
): Promise<{ hits: Hit[]; documents: number }> {
  const newest = seenInOrder(viewer, {
    columns: sql`a.*`,
    where: filters,
    order: sql`a.modified_at desc, a.document_id desc`,
    limit: 2 ** Math.ceil(Math.log2(Math.max(max.documents, 1))),
    isFixed: true,
  });
  const { rows } = await sql<Row<'documents'>>`
    with newest as materialized (${newest}
    ), seen as materialized (
      select a.organization_id, a.document_id, a.modified_at, p.sha256, p.number from newest a
      cross join lateral (select p.sha256, p.number from documents d
        join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256
        where d.id = a.document_id and ${fits(query)} limit ${sql.lit(max.ofOne ?? maxOfOne)}) p
      where ${without} limit ${max.hits}
    )
    select ${resultOf(query, true)}, (select count(*) from newest) as documents
    from (select count(*) as seen from seen) t left join seen s on true`.execute(db);
  return { hits: found(rows), documents: rows[0]!.documents };
}
