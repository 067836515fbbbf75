import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** Deletes up to `max` failures of an account that is being removed; answers how many. */
export async function deleteFailureBatch(tx: Executor, accountId: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from sync_failures where account_id = ${accountId} and remote_id in (
    select remote_id from sync_failures where account_id = ${accountId} order by remote_id limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
