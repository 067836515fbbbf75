import type { Executor } from '../../db/pool.ts';
import { deleteExpiredAllowances } from './allowance.ts';
import { deleteExpiredAttempts } from './backoff.ts';
import { deleteExpiredThrottles } from './window.ts';

/** Deletes counts that no longer limit anybody. */
export async function deleteExpiredLimits(db: Executor): Promise<void> {
  await deleteExpiredAttempts(db);
  await deleteExpiredThrottles(db);
  await deleteExpiredAllowances(db);
}
