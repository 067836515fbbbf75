import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import {
  type Embedder,
  type Embedding,
  EmbeddingsUnavailable,
  embedderNumber,
  similarity,
} from '../../../meaning/index.ts';
import type { Services } from '../../../services.ts';
import { languageOfQuestion } from '../query/question-language.ts';
import type { Scope } from '../query/scope.ts';

/** A passage about the same things, and a document with it that the viewer may see. */
export interface MeaningHit {
  documentId: string;
  /** In milliseconds. */
  modifiedAt: number;
  sha256: Buffer;
  number: number;
  /** The cosine: 1 for the same meaning, about 0 for unrelated ones. */
  nearness: number;
}

/**
 * The number of codes that can be compared in a tenth of a second. In larger workspaces only the nearest clusters are
 * searched.
 */
const maxScanned = 200_000;
/** Fewer would miss too much: a short question is often far from the cluster of its answer. */
const minClusters = 96;
const allClusters = 1_024;
/** The passages with the nearest codes, before permissions are checked. */
const maxCollected = 4_000;
/** The number of visible passages whose vectors are compared. */
const maxCompared = 400;
/** A question is answered without search by meaning rather than late. */
const patienceMs = 1_500;

/** The embedding of a question; null if the embedder doesn't know its language. */
export async function embedQuestion(embedder: Embedder, question: string): Promise<Embedding | null> {
  if (!embedder.canEmbed(languageOfQuestion(question))) return null;
  const [asked = null] = await embedder.embed([question], AbortSignal.timeout(patienceMs), {
    as: 'question',
    isUrgent: true,
  });
  return asked;
}

/** Same, and null if the endpoint doesn't answer in time; then only words are searched. */
export async function meaningOf({ embedder, log }: Services, question: string): Promise<Embedding | null> {
  try {
    return await embedQuestion(embedder, question);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    if (!isLate && !(error instanceof EmbeddingsUnavailable)) throw error;
    log.warn({ err: error }, 'searched without meaning');
    return null;
  }
}

export interface Near {
  meaning: Embedding;
  /** The approximate number of passages in the workspace. */
  passages: number;
  wanted: number;
}

/** Nearest first. */
export async function nearestPassages(
  db: Executor,
  embedder: Embedder,
  scope: Scope,
  { meaning, passages, wanted }: Near,
): Promise<MeaningHit[]> {
  const clusters = Math.max(minClusters, Math.ceil((allClusters * maxScanned) / Math.max(passages, 1)));
  const nearest =
    scope.few === null ? await embedder.nearestClusters(meaning.vector, Math.min(clusters, allClusters)) : null;
  const candidates = await collect(db, embedderNumber(embedder), scope, meaning.code, nearest);
  return candidates
    .map(({ vector, ...hit }) => ({ ...hit, nearness: similarity(meaning.vector, int8(vector)) }))
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, wanted);
}

type Candidate = Omit<MeaningHit, 'nearness'> & { vector: Buffer };

/** Compares codes: of all the viewer's documents if these are few, otherwise of the nearest clusters. */
async function collect(
  db: Executor,
  embedder: number,
  { viewer, where, without }: Scope,
  code: string,
  nearest: number[] | null,
): Promise<Candidate[]> {
  const { organizationId } = viewer.membership;
  const distance = sql`bit_count(p.code # ${code}::bit(256))`;
  // Permissions for the nearest passages are checked one by one, until there are enough.
  const best = nearest
    ? sql`select x.document_id, x.modified_at, h.sha256, h.number from (
          select p.sha256, p.number, ${distance} as distance from passages p
          where p.organization_id = ${organizationId} and p.embedder = ${embedder} and p.cluster = any(${nearest}::smallint[])
            and p.code is not null
          order by distance limit ${maxCollected}) h
        cross join lateral (select a.document_id, a.modified_at from documents d join document_access a on a.document_id = d.id
          where d.organization_id = ${organizationId} and d.sha256 = h.sha256 and ${where} and ${without}
          order by a.modified_at desc limit 1) x
        limit ${maxCompared}`
    : sql`select distinct on (distance, sha256, number) * from (
          select a.document_id, a.modified_at, p.sha256, p.number, ${distance} as distance from document_access a
          join documents d on d.id = a.document_id
          join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256
          where ${where} and ${without} and p.embedder = ${embedder} and p.code is not null) seen
        order by distance, sha256, number, modified_at desc limit ${maxCompared}`;
  // vector is never null here: it is recorded together with the code.
  const { rows } = await sql<Candidate>`
    with best as materialized (${best})
    select b.document_id as "documentId", extract(epoch from b.modified_at)::float8 * 1000 as "modifiedAt",
      b.sha256, b.number, p.vector
    from best b join passages p on p.organization_id = ${organizationId} and p.sha256 = b.sha256 and p.number = b.number`.execute(
    db,
  );
  return rows;
}

const int8 = (bytes: Buffer): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
