import type { Subscription, SubscriptionItem } from '../objects/types.ts';
import type { World } from '../world.ts';
import { charge, checkPayment, issue, type PaymentBehavior } from './bill.ts';
import { payingMethod } from './collect.ts';
import { type Billed, periodLine, recurringOf } from './lines.ts';
import { periodEnd } from './period.ts';

export interface NewSubscription {
  customer: string;
  items: { price: string; quantity: number }[];
  paymentMethod: string | null;
  behavior: PaymentBehavior | undefined;
}

/** The items of a new subscription. */
export function firstItems(world: World, items: NewSubscription['items']): Billed[] {
  const now = world.now();
  return items.map(({ price: id, quantity }, at) => {
    const price = world.prices.need(id, `items[${at}][price]`);
    const end = periodEnd(now, recurringOf(price), now);
    return { id: world.id('si', 14), price, quantity, current_period_start: now, current_period_end: end };
  });
}

/** Stored only if its first payment succeeds. */
export function subscribe(world: World, wanted: NewSubscription): Subscription {
  const { customer: id } = wanted;
  const customer = world.customers.need(id, 'customer');
  const items = firstItems(world, wanted.items);
  const subscription = subscriptionOf(world, wanted, items);
  const lines = items.map((item) => periodLine(world, item, subscription.id));
  checkPayment(world, id, payingMethod(world, id, subscription), lines, wanted.behavior);
  world.subscriptions.add(subscription);
  const { current_period_start: start } = items[0]!;
  const invoice = issue(world, {
    customer,
    subscription,
    reason: 'subscription_create',
    lines,
    period: { start, end: start },
  });
  world.emit('customer.subscription.created', subscription);
  charge(world, invoice, subscription);
  return subscription;
}

export function storedItem(world: World, item: Billed, subscription: string): SubscriptionItem {
  const { price, quantity = 1 } = item;
  const recurring = recurringOf(price);
  return {
    id: item.id,
    object: 'subscription_item',
    created: world.now(),
    current_period_end: item.current_period_end,
    current_period_start: item.current_period_start,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: 'plan',
      active: price.active,
      amount: price.unit_amount,
      amount_decimal: price.unit_amount_decimal,
      billing_scheme: 'per_unit',
      created: price.created,
      currency: price.currency,
      interval: recurring.interval,
      interval_count: recurring.interval_count,
      livemode: false,
      metadata: {},
      product: price.product,
      usage_type: 'licensed',
    },
    price: structuredClone(price),
    quantity,
    subscription,
    tax_rates: [],
  };
}

function subscriptionOf(world: World, wanted: NewSubscription, items: readonly Billed[]): Subscription {
  const now = world.now();
  const id = world.id('sub');
  return {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: now,
    currency: items[0]!.price.currency,
    customer: wanted.customer,
    default_payment_method: wanted.paymentMethod,
    default_tax_rates: [],
    discounts: [],
    ended_at: null,
    invoice_settings: {
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: items.map((item) => storedItem(world, item, id)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: {},
    payment_settings: {
      save_default_payment_method: 'off',
    },
    start_date: now,
    status: 'incomplete',
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  };
}
