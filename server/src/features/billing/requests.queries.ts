import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { newId } from '../../platform/uuid.ts';

/** A complete request to the provider. A repetition must be exactly the same. */
export type RequestBody =
  | { kind: 'subscribe'; customer: string; price: string; quantity: number; card: string; tax: boolean }
  | { kind: 'change'; subscription: string; item: string; price: string; quantity: number; tax: boolean }
  | { kind: 'pay'; invoice: string; card: string };

export interface BillingRequest {
  id: string;
  customer_id: string;
  body: RequestBody;
  created_at: Date;
}

/** The database (db/functions/billing.sql) refuses it while another request is open or its result has not been read. */
export async function insertRequest(tx: Executor, customerId: string, body: RequestBody): Promise<BillingRequest> {
  const { rows } = await sql<BillingRequest>`insert into billing_requests (id, customer_id, kind, body)
    values (${newId()}, ${customerId}, ${body.kind}, ${JSON.stringify(body)}::jsonb)
    returning id, customer_id, body, created_at`.execute(tx);
  return rows[0]!;
}

export async function openRequest(
  db: Executor,
  customerId: string,
): Promise<(BillingRequest & { age_seconds: number }) | undefined> {
  const { rows } = await sql<BillingRequest & { age_seconds: number }>`select id, customer_id, body, created_at,
      extract(epoch from now() - created_at)::float8 as age_seconds
    from billing_requests where customer_id = ${customerId} and ended_at is null`.execute(db);
  return rows[0];
}

/**
 * Records the number of the latest reading: a reading that started before the end of the request may not include its
 * result.
 */
export async function endRequest(db: Executor, id: string, refusal: string | null): Promise<void> {
  await sql`update billing_requests r set ended_at = now(), refusal = ${refusal}, ended_look = c.look
    from billing_customers c where c.id = r.customer_id and r.id = ${id} and r.ended_at is null`.execute(db);
}

/** Whether our copy of the customer was read after all requests to the provider had ended. */
export async function isUpToDate(tx: Executor, customerId: string): Promise<boolean> {
  const { rows } = await sql`select from billing_requests r join billing_customers c on c.id = r.customer_id
    where r.customer_id = ${customerId} and (r.ended_at is null or r.ended_look >= c.written_look) limit 1`.execute(tx);
  return rows.length === 0;
}

export async function deleteExpiredRequests(db: Executor): Promise<void> {
  await sql`delete from billing_requests where ended_at < now() - interval '90 days'`.execute(db);
  await sql`delete from billing_events where received_at < now() - interval '90 days'`.execute(db);
}
