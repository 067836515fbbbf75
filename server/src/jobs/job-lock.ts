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

/** A job that a worker holds: the queue knows it by the worker's lock. */
export interface HeldJob {
  id: string;
  workerId: string;
}

const retryMs = 500;

/** As often as it takes: the database may be away for a while. */
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
 * The job is done and goes, if this worker still holds it; false if not. Graphile would delete it by its id, also where
 * it has been given to another worker meanwhile, and that worker's death would then be the end of the job.
 */
export function completeJob(pool: Pool, { id, workerId }: HeldJob, signal: AbortSignal): Promise<boolean> {
  return persistently(async () => {
    const { rows } = await pool.query<{ held: boolean }>(deleteHeld, [id, workerId]);
    return rows[0]!.held;
  }, signal);
}

/**
 * A job that could not be done. Where the database was away it runs again at once, and this try does not count; otherwise
 * each try waits longer than the one before. It gets a new id: the error makes graphile release the job by its old one, a
 * moment later, when another slot of this worker may be running it already. And graphile asks once: with the database away
 * the job would be held, by a worker that lives, for hours.
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

/** A job that was taken and is not to run yet: it waits as before, with a new id, as above. */
export async function putBackJob(pool: Pool, { id, workerId }: HeldJob, signal: AbortSignal): Promise<void> {
  await persistently(() => pool.query(releaseUntried, [id, workerId]), signal);
}

/**
 * What these workers hold without knowing it: they asked for a job, and the connection broke before they had the answer.
 * Nobody else would ever take it, since they live.
 */
export async function releaseUnknown(
  client: Pick<Pool, 'query'>,
  workers: { ids: readonly string[]; jobs: readonly string[] },
  heldForSeconds: number,
): Promise<void> {
  await client.query(unlockJobsBut, [workers.ids, heldForSeconds, workers.jobs]);
  await client.query(unlockIdleQueues, [workers.ids, heldForSeconds]);
}
