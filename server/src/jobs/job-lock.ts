import { setTimeout as wait } from 'node:timers/promises';
import { isConnectionLost } from '../db/lost-connection.ts';
import type { Pool } from '../db/pool.ts';
import {
  deleteHeld,
  releaseForLater,
  releaseForNow,
  releaseUntried,
  unlockIdleQueues,
  unlockJobsBut,
} from './graphile-tables.ts';

/** A job that a worker holds. The queue identifies the holder by the worker's lock. */
export interface HeldJob {
  id: string;
  workerId: string;
}

const retryMs = 500;

/** Retries until it succeeds, because the database may be away for a while. */
async function persistently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error) || signal.aborted) throw error;
      await wait(retryMs, undefined, { signal });
    }
  }
}

/**
 * Deletes a completed job if this worker still holds it; returns false if not. Graphile would delete it by its id even
 * if it has been given to another worker meanwhile, and if that worker died the job would be lost.
 */
export function completeJob(pool: Pool, { id, workerId }: HeldJob, signal: AbortSignal): Promise<boolean> {
  return persistently(async () => {
    const { rows } = await pool.query<{ held: boolean }>(deleteHeld, [id, workerId]);
    return rows[0]!.held;
  }, signal);
}

/**
 * Returns a job that failed. If the database was away it runs again at once and this attempt does not count; otherwise
 * each attempt waits longer than the one before. The job gets a new id, because the error makes graphile release it by
 * its old id a moment later, when another slot of this worker may be running it already. Graphile tries to release a
 * job only once: with the database away, a live worker would hold the job for hours.
 */
export async function returnJob(
  pool: Pool,
  { id, workerId }: HeldJob,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const release = isConnectionLost(error) ? releaseForNow : releaseForLater;
  const message = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '');
  await persistently(() => pool.query(release, [id, workerId, message]), signal);
}

/** Returns a job that was taken but must not run yet: it waits as before, with a new id, as above. */
export async function putBackJob(pool: Pool, { id, workerId }: HeldJob, signal: AbortSignal): Promise<void> {
  await persistently(() => pool.query(releaseUntried, [id, workerId]), signal);
}

/**
 * Frees what these workers hold without knowing it: they asked for a job, and the connection broke before the answer
 * came. Nobody else would ever take it, because these workers are alive.
 */
export async function releaseUnknown(
  client: Pick<Pool, 'query'>,
  workers: { ids: readonly string[]; jobs: readonly string[] },
  heldForSeconds: number,
): Promise<void> {
  await client.query(unlockJobsBut, [workers.ids, heldForSeconds, workers.jobs]);
  await client.query(unlockIdleQueues, [workers.ids, heldForSeconds]);
}
