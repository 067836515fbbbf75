import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Embedding } from '../../../meaning/index.ts';
import type { Services } from '../../../services.ts';
import { contentHits } from '../hits/content-hits.ts';
import { nearestPassages } from '../hits/meaning-hits.ts';
import type { Scope } from '../query/scope.ts';
import { anyQueryOf, byLanguage } from '../query/search-terms.ts';
import type { Statistics } from '../query/statistics.ts';
import { passageId } from '../results/passages-of-page.ts';
import type { Question } from './question.ts';

/** A passage by a document of it that the viewer may see. */
export interface Candidate {
  documentId: string;
  modifiedAt: number;
  sha256: Buffer;
  number: number;
}

/** Of a question only so many words are looked for: the rarest say what it is about. */
const maxWords = 8;
const maxHits = 1_200;
/** PostgreSQL's rank of a word that stands there once; of one that stands there often it is 1.6 times as much. */
const rankOfOne = 0.060793;
/** Of each leg, to be read closely. */
const maxOfLeg = 40;
/** So that a long document does not leave all others out. */
const maxOfOne = 6;

/** The passages with most of the question's words, by how rare these are. */
export async function candidatesByWords(
  db: Executor,
  scope: Scope,
  { asked, words }: Question,
  statistics: Statistics,
): Promise<Candidate[]> {
  const rarest = words.toSorted((a, b) => b.weight - a.weight).slice(0, maxWords);
  if (rarest.length === 0) return [];
  const query = {
    ...anyQueryOf(rarest.map((word) => word.query)),
    terms: asked.wanted.map(() => null),
    variants: rarest.map(({ forms }) => forms.flatMap(({ variants }) => variants.flat())),
    hasPhrase: false,
  };
  const { hits } = await contentHits(db, scope, query, statistics, maxHits / 4);
  if (hits.length === 0) return [];
  // For each word its rarity, more where it stands there several times; that of one time is divided by.
  const queries = byLanguage(
    query.forms.map(({ languages }, at) => ({ languages, texts: rarest.map((word) => word.query.forms[at]!.text) })),
    ({ texts }) => sql`${texts}::text[]`,
  );
  const { rows } = await sql<{ place: number; weight: number }>`
    select h.place, (select coalesce(sum(w.weight * ts_rank(p.tsv, w.query::tsquery) / ${sql.lit(rankOfOne)}), 0)
        from unnest(${queries}, ${rarest.map(({ weight }) => weight)}::float8[]) w (query, weight)
        where w.query <> '' and p.tsv @@ w.query::tsquery) as weight
    from unnest(${hits.slice(0, maxHits).map(({ sha256 }) => sha256)}::bytea[], ${hits.slice(0, maxHits).map(({ number }) => number)}::int[])
      with ordinality h (sha256, number, place)
    join passages p on p.organization_id = ${scope.viewer.membership.organizationId} and p.sha256 = h.sha256 and p.number = h.number`.execute(
    db,
  );
  const scored = rows.map(({ place, weight }) => ({ ...hits[place - 1]!, weight }));
  return bestOf(scored.sort((a, b) => b.weight - a.weight || b.rank - a.rank || b.modifiedAt - a.modifiedAt));
}

/** The passages that are about the same things. */
export async function candidatesByMeaning(
  { db, embedder }: Services,
  scope: Scope,
  meaning: Embedding | null,
  { passages }: Statistics,
): Promise<Candidate[]> {
  if (!meaning) return [];
  return bestOf(await nearestPassages(db, embedder, scope, { meaning, passages, wanted: 4 * maxOfLeg }));
}

/** The first passages of documents, so many of each. */
export async function beginningOf(
  db: Executor,
  { viewer }: Scope,
  named: readonly { documentId: string; modifiedAt: number }[],
  count: number,
): Promise<Candidate[]> {
  if (named.length === 0) return [];
  const { rows } = await sql<{ place: number; sha256: Buffer; number: number }>`
    select n.place, p.sha256, p.number from unnest(${named.map(({ documentId }) => documentId)}::uuid[]) with ordinality n (id, place)
    join documents d on d.id = n.id
    join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256 and p.number <= ${count}
    where d.organization_id = ${viewer.membership.organizationId}`.execute(db);
  return rows.map(({ place, sha256, number }) => {
    const { documentId, modifiedAt } = named[place - 1]!;
    return { documentId, modifiedAt, sha256, number };
  });
}

/** Copies of a document say the same. */
function bestOf<Found extends Candidate>(sorted: readonly Found[]): Found[] {
  const ofDocument = new Map<string, number>();
  const seen = new Set<string>();
  return sorted
    .filter((candidate) => {
      const count = ofDocument.get(candidate.documentId) ?? 0;
      if (seen.has(passageId(candidate)) || count >= maxOfOne) return false;
      seen.add(passageId(candidate));
      ofDocument.set(candidate.documentId, count + 1);
      return true;
    })
    .slice(0, maxOfLeg);
}
