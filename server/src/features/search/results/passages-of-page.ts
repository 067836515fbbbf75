import type { SearchPassage } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';
import { sees } from '../../access/index.ts';
import { anyQueryOf, type ContentQuery, fits, formOf, lexemesOf } from '../query/search-terms.ts';
import { cleanPassage } from './clean-passage.ts';
import { excerptOf, placeAt, type StoredPlace, spansOf } from './excerpt.ts';

const maxOfOne = 3;
/** The passages of a document compared with each other: those known to have all words, and the first with some. */
const maxRanked = 50;

interface Row {
  document_id: string;
  name: string;
  sha256: Buffer;
  number: number;
  body: string;
  places: StoredPlace[];
  positions: number[];
}

export const passageId = ({ sha256, number }: { sha256: Buffer; number: number }): string =>
  `${sha256.toString('base64url')}.${number}`;

/** A passage that has all words. */
export interface FoundPassage {
  documentId: string;
  number: number;
}

/** The best passages of each document: with all words if there are any, else with some. */
export async function passagesOfPage(
  db: Executor,
  viewer: Member,
  documentIds: readonly string[],
  query: ContentQuery,
  found: readonly FoundPassage[],
): Promise<Map<string, SearchPassage[]>> {
  const some = anyQueryOf([query, ...query.terms.filter((term) => term !== null)]);
  const onPage = new Set(documentIds);
  const known = found.filter(({ documentId }) => onPage.has(documentId));
  const { rows } = await sql<Row>`select d.id as document_id, d.name, p.sha256, p.number, p.body, p.places,
      array(select unnest(t.positions) from unnest(p.tsv) t where t.lexeme = any(${lexemesOf(query)})) as positions
    from unnest(${[...documentIds]}::uuid[]) with ordinality page (id, place)
    join documents d on d.id = page.id and ${sees(viewer, sql`page.id`)}
    cross join lateral (select p.number, ${fits(query)} as has_all, ts_rank_cd(p.tsv, ${formOf(some)}, 1) as rank
      from (select distinct on (number) number, language, tsv from (
        (select k.number, b.language, b.tsv
          from unnest(${known.map(({ documentId }) => documentId)}::uuid[], ${known.map(({ number }) => number)}::int[]) k (id, number)
          join passages b on b.organization_id = d.organization_id and b.sha256 = d.sha256 and b.number = k.number
          where k.id = d.id limit ${sql.lit(maxRanked)})
        union all
        (select p.number, p.language, p.tsv from passages p
          where p.organization_id = d.organization_id and p.sha256 = d.sha256 and ${fits(some)}
          order by p.number limit ${sql.lit(maxRanked)})) both_ways) p
      order by has_all desc nulls last, rank desc nulls last, p.number limit ${sql.lit(maxOfOne)}) best
    join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256 and p.number = best.number
    order by page.place, best.has_all desc, best.rank desc, best.number`.execute(db);
  const ofDocuments = Map.groupBy(rows, ({ document_id }) => document_id);
  return new Map([...ofDocuments].map(([id, found]) => [id, found.flatMap(present)]));
}

function present(row: Row): SearchPassage[] {
  const clean = cleanPassage(row.body, spansOf(row.body, row.positions), row.name);
  if (!clean) return [];
  const { text, highlights, at } = excerptOf(clean.text, clean.spans);
  const first = clean.spans.findIndex(([start]) => start === at);
  return [{ id: passageId(row), text, highlights, place: placeAt(row.places, clean.origins[first] ?? 0) }];
}
