import type { SearchPassage } from '@sheaf/contract';
import { sql } from 'kysely';
import { type Embedder, type Embedding, EmbeddingsUnavailable, similarity } from '../../meaning/index.ts';
import type { Services } from '../../services.ts';
import { type MeaningHit, meaningOf, nearestPassages } from './hits/meaning-hits.ts';
import type { Scope } from './query/scope.ts';
import type { Asked } from './query/search-terms.ts';
import type { Statistics } from './query/statistics.ts';
import { cleanPassage } from './results/clean-passage.ts';
import { excerptOf, placeAt, type StoredPlace } from './results/excerpt.ts';
import { passageId } from './results/passages-of-page.ts';
import { partsOf } from './retrieval/sentences.ts';

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
  { found, isScarce, max }: { found: ReadonlySet<string>; isScarce: boolean; max: number },
): Promise<Related[]> {
  // Whoever asks for a phrase wants these words and no others.
  if (max <= 0 || wanted.some(({ typed }) => /\s/.test(typed))) return [];
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
  return excerpts(services, scope, [...best.values()].slice(0, max), meaning);
}

async function excerpts(
  { db, embedder }: Services,
  { viewer }: Scope,
  hits: readonly MeaningHit[],
  meaning: Embedding,
): Promise<Related[]> {
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
  const nearest = await nearestSentences(
    embedder,
    rows.map(({ body }) => body),
    meaning,
  );
  return rows.map(({ place, name, body, places }, index) => {
    const hit = hits[place - 1]!;
    const start = nearest[index]!;
    const { text } = excerptOf(cleanPassage(body.slice(start), [], name)?.text ?? body.slice(start), []);
    return {
      documentId: hit.documentId,
      passage: { id: passageId(hit), text, highlights: [], place: placeAt(places, start) },
    };
  });
}

/** So many sentences of all passages together: an endpoint takes as many at once. */
const maxSentences = 60;
const patienceMs = 1_000;

/** Where the sentence begins that is nearest to what was searched for, in each text; at its beginning where that isn't known. */
async function nearestSentences(embedder: Embedder, texts: readonly string[], meaning: Embedding): Promise<number[]> {
  const each = Math.floor(maxSentences / texts.length);
  const parts = texts.map((text) =>
    partsOf(text)
      .filter(({ isHeading }) => !isHeading)
      .slice(0, each),
  );
  const all = parts.flat();
  let embedded: readonly (Embedding | null)[];
  try {
    const signal = AbortSignal.timeout(patienceMs);
    embedded = await embedder.embed(
      all.map(({ text }) => text),
      signal,
      { isUrgent: true },
    );
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    if (!isLate && !(error instanceof EmbeddingsUnavailable)) throw error;
    return texts.map(() => 0);
  }
  const nearness = new Map(
    all.map((part, at) => [part, embedded[at] ? similarity(meaning.vector, embedded[at].vector) : 0]),
  );
  return parts.map((ofOne) => ofOne.toSorted((a, b) => nearness.get(b)! - nearness.get(a)!)[0]?.start ?? 0);
}
