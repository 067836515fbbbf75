import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** So many messages of an account that is being removed go. Answers how many. */
export async function deleteMessageBatch(tx: Executor, accountId: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from messages where id in (
    select id from messages where account_id = ${accountId} order by sent_at limit ${most})`.execute(tx);
  return Number(numAffectedRows);
}
