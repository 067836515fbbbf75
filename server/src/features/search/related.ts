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

/** A document about the subject of the search in other words, and where. */
export interface Related {
  documentId: string;
  passage: SearchPassage;
}

/** More would bury the matches by words. */
export const maxRelated = 5;
/**
 * Below minRelated, documents have nothing to do with the search; with enough matches by words, the higher threshold
 * applies.
 */
const minRelated = 0.35;
const clearlyRelated = 0.55;
const maxLooked = 40;

/** Nearest first, without documents found otherwise. */
export async function relatedDocuments(
  services: Services,
  scope: Scope,
  { wanted }: Asked,
  { passages }: Statistics,
  { found, isScarce, max }: { found: ReadonlySet<string>; isScarce: boolean; max: number },
): Promise<Related[]> {
  // A phrase stands for exactly these words.
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

/** The maximum for all passages together, as many as an endpoint takes at once. */
const maxSentences = 60;
const patienceMs = 1_000;

/** For each text, the start of the sentence nearest to the search; 0 if unknown. */
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
