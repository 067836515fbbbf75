import type { BillingInterval, PaidPlan } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';

export interface SubscriptionRow {
  provider_id: string;
  plan: PaidPlan;
  interval: BillingInterval;
  quantity: number;
  status: string;
  period_end: Date;
  cancel_at_period_end: boolean;
  due_since: Date | null;
  notice: 'failed' | 'reminded' | 'read_only' | null;
}

/** With these, the workspace has the plan that it pays for or should pay for. */
const liveStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];
export const isLive = ({ status }: { status: string }): boolean => liveStatuses.includes(status);

export async function findSubscription(db: Executor, customerId: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`select provider_id, plan, interval, quantity, status, period_end,
    cancel_at_period_end, due_since, notice from billing_subscriptions where customer_id = ${customerId}`.execute(db);
  return rows[0];
}

export async function upsertSubscription(tx: Executor, customerId: string, row: SubscriptionRow): Promise<void> {
  const values = { customer_id: customerId, ...row };
  await tx
    .insertInto('billing_subscriptions')
    .values(values)
    .onConflict((same) => same.column('customer_id').doUpdateSet(row))
    .execute();
}

export interface CardRow {
  id: string;
  provider_id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  name: string | null;
  is_primary: boolean;
}

export async function listCards(db: Executor, customerId: string): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`select id, provider_id, brand, last4, exp_month, exp_year, name, is_primary
    from billing_cards where customer_id = ${customerId} order by is_primary desc, id limit 100`.execute(db);
  return rows;
}

/** Replaces all cards. Known ones keep their ids. */
export async function replaceCards(tx: Executor, customerId: string, cards: readonly CardRow[]): Promise<void> {
  await sql`delete from billing_cards where customer_id = ${customerId}
    and provider_id <> all(${cards.map(({ provider_id }) => provider_id)})`.execute(tx);
  if (cards.length === 0) return;
  await sql`insert into billing_cards as c (id, customer_id, provider_id, brand, last4, exp_month, exp_year, name, is_primary)
    select id, ${customerId}, provider_id, brand, last4, exp_month, exp_year, name, is_primary
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as n (id uuid, provider_id text, brand text, last4 text,
      exp_month int, exp_year int, name text, is_primary boolean)
    on conflict (provider_id) do update set exp_month = excluded.exp_month, exp_year = excluded.exp_year,
      name = excluded.name, is_primary = excluded.is_primary where c.customer_id = excluded.customer_id`.execute(tx);
}

export interface PaymentRow {
  id: string;
  provider_id: string;
  amount: number;
  currency: string;
  status: 'paid' | 'open' | 'failed' | 'void';
  description: string;
  receipt_url: string | null;
  created_at: Date;
}

export async function upsertPayments(tx: Executor, customerId: string, rows: readonly PaymentRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into billing_payments as p (id, customer_id, provider_id, amount, currency, status, description, receipt_url, created_at)
    select id, ${customerId}, provider_id, amount, currency, status, description, receipt_url, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, provider_id text, amount bigint, currency text,
      status text, description text, receipt_url text, created_at timestamptz)
    on conflict (provider_id) do update set amount = excluded.amount, status = excluded.status,
      description = excluded.description, receipt_url = excluded.receipt_url
      where p.customer_id = excluded.customer_id`.execute(tx);
}

const isRefunded = sql`exists (select from billing_surplus s
  where s.customer_id = p.customer_id and p.provider_id = any(s.refunded_invoices))`;
const paymentColumns = sql`p.id, p.provider_id, p.amount, p.currency, p.status, p.receipt_url, p.created_at,
  p.description || case when ${isRefunded} then ' (refunded)' else '' end as description`;

export async function listPayments(
  db: Executor,
  organizationId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows } = await sql<
    PaymentRow & { total: number }
  >`select ${paymentColumns}, count(*) over () as total from billing_payments p
    join billing_customers c on c.id = p.customer_id where c.organization_id = ${organizationId}
    order by p.created_at desc, p.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countPayments(db: Executor, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from billing_payments p
    join billing_customers c on c.id = p.customer_id where c.organization_id = ${organizationId}`.execute(db);
  return rows[0]!.count;
}

export async function findPayment(db: Executor, organizationId: string, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`select ${paymentColumns} from billing_payments p
    join billing_customers c on c.id = p.customer_id
    where c.organization_id = ${organizationId} and p.id = ${id}`.execute(db);
  return rows[0];
}
