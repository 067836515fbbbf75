import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** Transfers from or to an account, as a condition on `t`. */
export const transfersOfAccount = (accountId: string): RawBuilder<boolean> =>
  sql`(t.from_account_id = ${accountId} or t.to_account_id = ${accountId})`;

/**
 * So many items of these transfers go, then they themselves. Their runs end first: whatever they still wanted to write is not
 * written. Answers how many rows have gone.
 */
export async function deleteTransferBatch(tx: Executor, which: RawBuilder<boolean>, most: number): Promise<number> {
  await sql`update transfers t set status = 'cancelled', next_run_at = null, run_token = run_token + 1
    where ${which} and (status in ('pending', 'running', 'paused') or next_run_at is not null)`.execute(tx);
  const items = await sql`delete from transfer_items where (transfer_id, number) in (
    select i.transfer_id, i.number from transfers t join transfer_items i on i.transfer_id = t.id
    where ${which} limit ${most})`.execute(tx);
  if (items.numAffectedRows !== 0n) return Number(items.numAffectedRows);
  const transfers = await sql`delete from transfers where id in (
    select t.id from transfers t where ${which} limit ${most})`.execute(tx);
  return Number(transfers.numAffectedRows);
}
