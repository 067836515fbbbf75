import { type BillingInterval, billingIntervals, type PaidPlan, planPrices } from '@sheaf/contract';
import type Stripe from 'stripe';
import { kept } from '../../platform/memory.ts';
import type { Payments } from '../../platform/payments/index.ts';
import type { Services } from '../../services.ts';
import { nameOfPlan } from '../plans/index.ts';
import { paymentsOf } from './provider.ts';

const paidPlans = ['team', 'business'] as const satisfies readonly PaidPlan[];
const wanted = paidPlans.flatMap((plan) => billingIntervals.map((interval) => ({ plan, interval })));

const keyOf = (plan: PaidPlan, interval: BillingInterval) => `${plan}_${interval}`;

interface Known {
  prices: ReadonlyMap<string, Stripe.Price>;
  until: number;
}
const keepMs = 10 * 60_000;
const knownOf = kept((): { last: Known | null } => ({ last: null }));

/** Returns the provider's price of a plan, and creates it if it is missing or differs from the contract. */
export async function priceOf(services: Services, plan: PaidPlan, interval: BillingInterval): Promise<Stripe.Price> {
  const { last } = knownOf(services);
  const prices = last && last.until > Date.now() ? last.prices : await preparePrices(services);
  return prices.get(keyOf(plan, interval))!;
}

/** Can run in several processes at once: idempotency keys make the provider create each price once. */
export async function preparePrices(services: Services): Promise<ReadonlyMap<string, Stripe.Price>> {
  const payments = paymentsOf(services);
  const { data } = await payments.stripe.prices.list({
    lookup_keys: wanted.map(({ plan, interval }) => keyOf(plan, interval)),
    active: true,
    limit: 100,
  });
  const found = new Map(data.map((price) => [price.lookup_key!, price]));
  for (const { plan, interval } of wanted) {
    const key = keyOf(plan, interval);
    const price = found.get(key);
    if (price?.unit_amount !== planPrices[plan][interval] || price.currency !== planPrices.currency)
      found.set(key, await createPrice(payments, plan, interval));
  }
  knownOf(services).last = { prices: found, until: Date.now() + keepMs };
  return found;
}

/** Prices of running subscriptions do not change: an older price under the same key stays with those who pay it. */
async function createPrice({ stripe }: Payments, plan: PaidPlan, interval: BillingInterval): Promise<Stripe.Price> {
  const amount = planPrices[plan][interval];
  const { currency } = planPrices;
  const product = await stripe.products.create(
    { name: `Sheaf ${nameOfPlan(plan)}`, metadata: { sheaf_plan: plan } },
    { idempotencyKey: `sheaf-product-${plan}` },
  );
  return stripe.prices.create(
    {
      product: product.id,
      currency,
      unit_amount: amount,
      recurring: { interval },
      lookup_key: keyOf(plan, interval),
      transfer_lookup_key: true,
      metadata: { sheaf_plan: plan },
    },
    { idempotencyKey: `sheaf-price-${plan}-${interval}-${amount}-${currency}-${product.id}` },
  );
}

/** Returns the plan of a subscription's price; null if it isn't one of ours. */
export function planOfPrice({ lookup_key, metadata, recurring }: Stripe.Price) {
  const plan = paidPlans.find((name) => metadata?.sheaf_plan === name || lookup_key?.startsWith(`${name}_`));
  const interval = billingIntervals.find((name) => recurring?.interval === name);
  return plan && interval ? { plan, interval } : null;
}
