import type { SearchPassage } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Services } from '../../services.ts';
import { type MeaningHit, meaningOf, nearestPassages } from './hits/meaning-hits.ts';
import type { Scope } from './query/scope.ts';
import type { Asked } from './query/search-terms.ts';
import type { Statistics } from './query/statistics.ts';
import { cleanPassage } from './results/clean-passage.ts';
import { excerptOf, placeAt, type StoredPlace } from './results/excerpt.ts';
import { passageId } from './results/passages-of-page.ts';

/** A document that is about what was searched for, in other words, and where. */
export interface Related {
  documentId: string;
  passage: SearchPassage;
}

/** More would bury what was found by words. */
export const maxRelated = 5;
/** Below, documents have nothing to do with the search; the second is for those shown though words found enough. */
const minRelated = 0.35;
const clearlyRelated = 0.55;
const maxLooked = 40;

/** The nearest first, without documents that were found otherwise. */
export async function relatedDocuments(
  services: Services,
  scope: Scope,
  { wanted }: Asked,
  { passages }: Statistics,
  { found, isScarce, most }: { found: ReadonlySet<string>; isScarce: boolean; most: number },
): Promise<Related[]> {
  // Whoever asks for a phrase wants these words and no others.
  if (most <= 0 || wanted.some(({ typed }) => /\s/.test(typed))) return [];
  const meaning = await meaningOf(services, wanted.map(({ typed }) => typed).join(' '));
  if (!meaning) return [];
  const hits = await nearestPassages(services.db, services.embedder, scope, { meaning, passages, wanted: maxLooked });
  const best = new Map<string, MeaningHit>();
  for (const hit of hits)
    if (
      hit.nearness >= (isScarce ? minRelated : clearlyRelated) &&
      !found.has(hit.documentId) &&
      !best.has(hit.documentId)
    )
      best.set(hit.documentId, hit);
  return excerpts(services, scope, [...best.values()].slice(0, most));
}

async function excerpts({ db }: Services, { viewer }: Scope, hits: readonly MeaningHit[]): Promise<Related[]> {
  if (hits.length === 0) return [];
  const { rows } = await sql<{
    place: number;
    name: string;
    body: string;
    places: StoredPlace[];
  }>`select h.place, d.name, p.body, p.places
    from unnest(${hits.map(({ documentId }) => documentId)}::uuid[], ${hits.map(({ sha256 }) => sha256)}::bytea[],
      ${hits.map(({ number }) => number)}::int[]) with ordinality h (document_id, sha256, number, place)
    join documents d on d.id = h.document_id
    join passages p on p.organization_id = ${viewer.membership.organizationId} and p.sha256 = h.sha256 and p.number = h.number
    order by h.place`.execute(db);
  return rows.map(({ place, name, body, places }) => {
    const hit = hits[place - 1]!;
    const { text, highlights } = excerptOf(cleanPassage(body, [], name)?.text ?? body, []);
    return {
      documentId: hit.documentId,
      passage: { id: passageId(hit), text, highlights, place: placeAt(places, 0) },
    };
  });
}
