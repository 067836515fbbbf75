import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** SQL: a condition on `t` for transfers from or to an account. */
export const transfersOfAccount = (accountId: string): RawBuilder<boolean> =>
  sql`(t.from_account_id = ${accountId} or t.to_account_id = ${accountId})`;

/**
 * Deletes up to `max` items of these transfers, then the transfers themselves; returns how many rows. Their runs end
 * first and can no longer write anything.
 */
export async function deleteTransferBatch(tx: Executor, which: RawBuilder<boolean>, max: number): Promise<number> {
  await sql`update transfers t set status = 'cancelled', next_run_at = null, run_token = run_token + 1
    where ${which} and (status in ('pending', 'running', 'paused') or next_run_at is not null)`.execute(tx);
  const items = await sql`delete from transfer_items where (transfer_id, number) in (
    select i.transfer_id, i.number from transfers t join transfer_items i on i.transfer_id = t.id
    where ${which} limit ${max})`.execute(tx);
  if (items.numAffectedRows !== 0n) return Number(items.numAffectedRows);
  const listed = await sql`delete from transfer_listed where (listing_id, place) in (
    select i.listing_id, i.place from transfers t join transfer_listings l on l.transfer_id = t.id
    join transfer_listed i on i.listing_id = l.id where ${which} limit ${max})`.execute(tx);
  if (listed.numAffectedRows !== 0n) return Number(listed.numAffectedRows);
  const transfers = await sql`delete from transfers where id in (
    select t.id from transfers t where ${which} limit ${max})`.execute(tx);
  return Number(transfers.numAffectedRows);
}

/**
 * Deletes up to `max` rows of an account's listings, which are themselves deleted with the account. Returns how many
 * rows.
 */
export async function deleteListedBatch(tx: Executor, accountId: string, max: number): Promise<number> {
  await sql`update transfer_listings set status = 'dropped', run_token = run_token + 1
    where account_id = ${accountId} and status = 'running'`.execute(tx);
  const { numAffectedRows } = await sql`delete from transfer_listed where (listing_id, place) in (
    select i.listing_id, i.place from transfer_listings l join transfer_listed i on i.listing_id = l.id
    where l.account_id = ${accountId} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
