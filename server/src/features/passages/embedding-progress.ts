import { sql } from 'kysely';
import { embedderNumber } from '../../meaning/index.ts';
import type { Services } from '../../services.ts';

export interface EmbeddingProgress {
  /** Passages without an embedding of the current embedder; counted up to `maxCounted`. */
  pending: number;
  /** From 0 to 1, approximately. 1 only if nothing is pending. */
  share: number;
}

const maxCounted = 1_000_000;
/** The count is bounded, however often it is requested. */
const cacheMs = 10_000;
const latest = new WeakMap<Services, { at: number; progress: Promise<EmbeddingProgress> }>();

/** How many stored passages the current embedder has done on this server. Counted every ten seconds at most. */
export function embeddingProgress(services: Services): Promise<EmbeddingProgress> {
  const known = latest.get(services);
  if (known && performance.now() - known.at < cacheMs) return known.progress;
  const progress = countPending(services);
  latest.set(services, { at: performance.now(), progress });
  progress.catch(() => latest.delete(services));
  return progress;
}

async function countPending({ db, embedder }: Services): Promise<EmbeddingProgress> {
  const number = embedderNumber(embedder);
  const some = sql`select 1 from passages`;
  // Each is a range of the index; the total is PostgreSQL's estimate.
  const { rows } = await sql<{ pending: number; all: number }>`select
    (select count(*) from ((${some} where embedder is null limit ${maxCounted})
      union all (${some} where embedder < ${number} limit ${maxCounted})
      union all (${some} where embedder > ${number} limit ${maxCounted})) x) as pending,
    (select greatest(reltuples, 0)::bigint from pg_class where oid = 'passages'::regclass) as all`.execute(db);
  const { pending, all } = rows[0]!;
  return { pending, share: pending === 0 ? 1 : Math.max(0, Math.min(0.99, 1 - pending / Math.max(all, pending))) };
}
