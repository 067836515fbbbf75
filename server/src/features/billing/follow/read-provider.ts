import { graceDays } from '@sheaf/contract';
import type Stripe from 'stripe';
import type { Payments } from '../../../platform/payments/index.ts';
import { newId } from '../../../platform/uuid.ts';
import { planOfPrice } from '../prices.ts';
import { type CardRow, isLive, type PaymentRow, type SubscriptionRow } from './state.queries.ts';

/** The provider's state of a customer at one moment. */
export interface Seen {
  /** The provider's time, so that the clock that set a due date also decides whether it has passed. */
  now: Date;
  subscription: Omit<SubscriptionRow, 'notice'> | null;
  /** The item that carries price and quantity. */
  itemId: string | null;
  /** All subscriptions that still cost something. */
  live: string[];
  /** Those that stand for one of our plans, oldest first. There should be only one. */
  livePlans: string[];
  /** Newest first. */
  cards: CardRow[];
  payments: PaymentRow[];
  /** Oldest first. */
  openInvoices: string[];
}

const atOnce = 100;

/** The customer was deleted at the provider, or never existed there, as a sandbox forgets everything when it stops. */
export class UnknownCustomer extends Error {}

export async function readProvider({ stripe }: Payments, customer: string): Promise<Seen> {
  const who = await stripe.customers.retrieve(customer).catch((error) => {
    throw error?.code === 'resource_missing' ? new UnknownCustomer() : error;
  });
  if (who.deleted) throw new UnknownCustomer();
  const [subscriptions, invoices, methods] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', limit: atOnce }),
    stripe.invoices.list({ customer, limit: atOnce }),
    stripe.customers.listPaymentMethods(customer, { type: 'card', limit: atOnce }),
  ]);
  const live = subscriptions.data.filter(isLive);
  const livePlans = live.filter(standsForPlan).toReversed();
  const subscription =
    livePlans[0] ?? live[0] ?? subscriptions.data.find(({ status }) => status === 'canceled') ?? null;
  const item = subscription?.items.data[0] ?? null;
  const stands = item && planOfPrice(item.price);
  const open = invoices.data.filter(({ status, amount_due }) => status === 'open' && amount_due > 0);
  const primary = idOf(who.invoice_settings.default_payment_method);
  return {
    now: timeOf(subscriptions),
    subscription: subscription &&
      item &&
      stands && {
        ...stands,
        provider_id: subscription.id,
        quantity: item.quantity ?? 1,
        status: subscription.status,
        period_end: atSecond(item.current_period_end),
        cancel_at_period_end: subscription.cancel_at_period_end,
        due_since: dueSince(subscription, open),
      },
    itemId: item?.id ?? null,
    live: live.map(({ id }) => id),
    livePlans: livePlans.map(({ id }) => id),
    cards: methods.data.flatMap((method) => presentCard(method, primary)),
    payments: invoices.data.filter(({ status }) => status !== 'draft').map(presentInvoice),
    openInvoices: open.map(({ id }) => id).toReversed(),
  };
}

const standsForPlan = ({ items }: Stripe.Subscription): boolean =>
  items.data[0] !== undefined && planOfPrice(items.data[0].price) !== null;

/** Until when a workspace works without having paid. */
export const graceUntil = (dueSinceAt: Date): Date => new Date(dueSinceAt.getTime() + graceDays * 86_400_000);

const atSecond = (seconds: number): Date => new Date(seconds * 1000);

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

function timeOf(list: Stripe.Response<Stripe.ApiList<unknown>>): Date {
  const date = Date.parse(list.lastResponse?.headers?.date ?? '');
  return Number.isNaN(date) ? new Date() : new Date(date);
}

/**
 * Returns a date only if the provider itself says that the subscription isn't paid, since an invoice may be open for a
 * moment.
 */
function dueSince({ status }: Stripe.Subscription, open: readonly Stripe.Invoice[]): Date | null {
  if (status !== 'past_due' && status !== 'unpaid') return null;
  const oldest = open.at(-1);
  return oldest ? atSecond(oldest.created) : null;
}

function presentCard({ id, card, billing_details }: Stripe.PaymentMethod, primary: string | null): CardRow[] {
  if (!card) return [];
  const { brand, last4, exp_month, exp_year } = card;
  const name = billing_details.name?.slice(0, 200) ?? null;
  return [{ id: newId(), provider_id: id, brand, last4, exp_month, exp_year, name, is_primary: id === primary }];
}

const statuses: Record<string, PaymentRow['status']> = {
  paid: 'paid',
  open: 'open',
  uncollectible: 'failed',
  void: 'void',
};

function presentInvoice(invoice: Stripe.Invoice): PaymentRow {
  const { id, total, currency, status, created, lines, number, attempted, hosted_invoice_url } = invoice;
  const isFailed = status === 'open' && attempted;
  return {
    id: newId(),
    provider_id: id,
    amount: total,
    currency,
    status: isFailed ? 'failed' : (statuses[status ?? ''] ?? 'open'),
    description: lines.data[0]?.description ?? `Invoice ${number ?? ''}`.trim(),
    receipt_url: hosted_invoice_url ?? null,
    created_at: atSecond(created),
  };
}
