import type { Subscription, SubscriptionItem } from '../objects/types.ts';
import type { World } from '../world.ts';
import { charge, checkPayment, issue } from './bill.ts';
import { payingMethod } from './collect.ts';
import { type Billed, periodLine, recurringOf } from './lines.ts';
import { periodEnd } from './period.ts';

export interface NewSubscription {
  customer: string;
  items: { price: string; quantity: number }[];
  paymentMethod: string | null;
}

/** The items of a subscription that begins now. */
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
  checkPayment(world, id, payingMethod(world, id, subscription), lines);
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
    billing_thresholds: null,
    created: world.now(),
    current_period_end: item.current_period_end,
    current_period_start: item.current_period_start,
    current_trial: null,
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
      meter: null,
      nickname: null,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
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
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: items[0]!.price.currency,
    customer: wanted.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: wanted.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
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
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  };
}
