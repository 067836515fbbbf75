import type { Executor } from '../../db/pool.ts';

/**
 * Ends all keys of a person, in every organisation. A new password and signing out leave keys alone; this is for an
 * account that was in the hands of somebody else.
 */
export async function endKeysOf(tx: Executor, userId: string): Promise<void> {
  await tx.deleteFrom('api_keys').where('user_id', '=', userId).execute();
}
