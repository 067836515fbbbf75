import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { findSubscription } from './state.queries.ts';

/**
 * Marks all but one of these subscriptions, oldest first, as surplus. Keeps the one shown to people, or else the
 * oldest. A decision is never changed, so that one subscription remains even with concurrent calls.
 */
export async function noteSurplus(tx: Executor, customerId: string, livePlans: readonly string[]): Promise<void> {
  await sql`select from billing_customers where id = ${customerId} for update`.execute(tx);
  const { rows } = await sql<{ id: string }>`select subscription_id as id from billing_surplus
    where customer_id = ${customerId}`.execute(tx);
  const decided = new Set(rows.map(({ id }) => id));
  const left = livePlans.filter((id) => !decided.has(id));
  const ours = (await findSubscription(tx, customerId))?.provider_id;
  const kept = left.find((id) => id === ours) ?? left[0];
  const surplus = left.filter((id) => id !== kept);
  if (surplus.length === 0) return;
  await sql`insert into billing_surplus (subscription_id, customer_id)
    select id, ${customerId} from unnest(${surplus}::text[]) id on conflict do nothing`.execute(tx);
}

export async function openSurplus(db: Executor, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select subscription_id as id from billing_surplus
    where customer_id = ${customerId} and ended_at is null order by found_at, subscription_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns false if another process has ended it. */
export async function closeSurplus(tx: Executor, id: string, refundedInvoices: readonly string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`update billing_surplus set ended_at = now(),
    refunded_invoices = ${refundedInvoices} where subscription_id = ${id} and ended_at is null`.execute(tx);
  return numAffectedRows === 1n;
}
