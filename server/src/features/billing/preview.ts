import { type PaidPlan, planPrices, type SubscriptionPreview } from '@sheaf/contract';
import type Stripe from 'stripe';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import type { WantedPlan } from './change-plan.ts';
import type { KnownCustomer } from './customer.ts';
import { exceededBy } from './exceeded.ts';
import { readProvider, type Seen } from './follow/read-provider.ts';
import { freshCustomer } from './fresh-customer.ts';
import { priceOf } from './prices.ts';
import { asked, paymentsOf } from './provider.ts';
import { usageOf } from './usage.queries.ts';

/** Asks the provider to calculate what it would charge. */
export async function previewPlan(
  services: Services,
  viewer: Member,
  wanted: WantedPlan,
): Promise<SubscriptionPreview> {
  const payments = paymentsOf(services);
  const { db } = services;
  const { organizationId } = viewer.membership;
  const customer = await freshCustomer(services, viewer);
  const seen = await asked(readProvider(payments, customer.provider_id));
  const exceeded = await exceededBy(services, organizationId, wanted.plan);
  const { currency } = planPrices;
  if (wanted.plan === 'free') {
    const next_at = current(seen)?.period_end.toISOString() ?? null;
    return { currency, due_now: 0, tax: 0, next_amount: 0, next_at, lines: [], exceeded };
  }
  const plan: PaidPlan = wanted.plan;
  if (current(seen)?.plan === plan && current(seen)?.interval === wanted.interval)
    throw new AppError('conflict', 'The workspace is already on this plan.');
  const { seats: quantity } = await usageOf(db, organizationId);
  const price = await asked(priceOf(services, plan, wanted.interval));
  const asks = questionFor(customer, seen, { price: price.id, quantity });
  const tax = payments.tax && { automatic_tax: { enabled: true } };
  const invoice = await asked(payments.stripe.invoices.createPreview({ ...asks, ...tax }));
  const charged = invoice.lines.data.filter(({ amount }) => amount !== 0);
  return {
    currency: invoice.currency,
    due_now: Math.max(0, invoice.amount_due),
    tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    next_amount: (price.unit_amount ?? planPrices[plan][wanted.interval]) * quantity,
    next_at: new Date(Math.max(...invoice.lines.data.map(({ period }) => period.end), 0) * 1000).toISOString(),
    lines: charged.map(({ description, amount }) => ({ description: description ?? '', amount })),
    exceeded,
  };
}

const current = ({ subscription, live }: Seen) =>
  subscription && live.includes(subscription.provider_id) ? subscription : null;

function questionFor(
  customer: KnownCustomer,
  seen: Seen,
  item: { price: string; quantity: number },
): Stripe.InvoiceCreatePreviewParams {
  const subscription = current(seen)?.provider_id;
  if (!subscription) return { customer: customer.provider_id, subscription_details: { items: [item] } };
  return {
    customer: customer.provider_id,
    subscription,
    subscription_details: { items: [{ id: seen.itemId!, ...item }], proration_behavior: 'always_invoice' },
  };
}
