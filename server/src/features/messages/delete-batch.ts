import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** Deletes up to `max` messages of an account that is being removed; answers how many. */
export async function deleteMessageBatch(tx: Executor, accountId: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from messages where id in (
    select id from messages where account_id = ${accountId} order by sent_at limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
