import { charge, checkPayment, issue } from '../billing/bill.ts';
import { planChange } from '../billing/change.ts';
import { endSubscription, payingMethod } from '../billing/collect.ts';
import { prorationLine } from '../billing/lines.ts';
import { storedItem, subscribe } from '../billing/subscribe.ts';
import type { Call, Route } from '../call.ts';
import { badRequest } from '../errors.ts';
import { listParams, pageOf } from '../list.ts';
import type { Subscription } from '../objects/types.ts';
import type { Params } from '../params.ts';
import type { World } from '../world.ts';
import { behaviors, checkFixed, readChange, readNewItems, readPaymentSettings } from './subscription-params.ts';

const DAY = 86_400;

function readMethod(world: World, params: Params, customer: string): string | null | undefined {
  const id = params.nullable('default_payment_method');
  if (id == null) return id;
  if (world.paymentMethods.need(id, 'default_payment_method').customer === customer) return id;
  throw badRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    'default_payment_method',
    'resource_missing',
  );
}

function create({ world, params }: Call): Subscription {
  checkFixed(params);
  const customer = world.customers.need(params.need('customer'), 'customer').id;
  const days = params.integer('trial_period_days', 1, 730);
  const trialEnd = params.integer('trial_end') ?? (days === undefined ? null : world.now() + days * DAY);
  if (trialEnd !== null && trialEnd <= world.now())
    throw badRequest('Invalid trial_end: it has to be in the future', 'trial_end');
  return subscribe(world, {
    customer,
    items: readNewItems(params),
    paymentMethod: readMethod(world, params, customer) ?? null,
    behavior: params.oneOf('payment_behavior', behaviors) ?? 'allow_incomplete',
    trialEnd,
    savesMethod: readPaymentSettings(params, 'off'),
    billingMode: params.object('billing_mode')?.only('type').oneOf('type', ['classic', 'flexible']) ?? 'flexible',
    cancelAtPeriodEnd: params.boolean('cancel_at_period_end') ?? false,
    metadata: params.metadata(),
  });
}

function update({ world, params, ids: [id = ''] }: Call): Subscription {
  checkFixed(params);
  const subscription = world.subscriptions.need(id);
  if (['canceled', 'incomplete_expired'].includes(subscription.status)) {
    throw badRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const method = readMethod(world, params, subscription.customer);
  const metadata = params.metadata(subscription.metadata);
  const cancels = params.boolean('cancel_at_period_end');
  const behavior = params.oneOf('payment_behavior', behaviors) ?? 'allow_incomplete';
  const saves = subscription.payment_settings!.save_default_payment_method as 'off' | 'on_subscription';
  const savesMethod = readPaymentSettings(params, saves);
  const change = readChange(params);
  const changesBill = change.items.length > 0 || change.anchor === 'now' || change.endsTrial;
  if (changesBill && subscription.status === 'incomplete') {
    throw badRequest('You cannot update a subscription in `incomplete` status in a way that results in a new invoice.');
  }
  const plan = changesBill ? planChange(world, subscription, change) : null;
  const waiting = world.pendingLines.get(id) ?? [];
  if (plan?.isInvoicedNow) {
    const paying = payingMethod(world, subscription.customer, {
      default_payment_method: method ?? subscription.default_payment_method,
    });
    checkPayment(world, subscription.customer, paying, [...waiting, ...plan.lines], behavior);
  }
  world.change('customer.subscription.updated', subscription, (changed) => {
    if (method !== undefined) changed.default_payment_method = method;
    changed.metadata = metadata;
    changed.payment_settings!.save_default_payment_method = savesMethod;
    if (plan) {
      const before = new Map(changed.items.data.map((item) => [item.id, item]));
      changed.billing_cycle_anchor = plan.anchor;
      changed.items.data = plan.items.map((item) => {
        const { created = world.now() } = before.get(item.id) ?? {};
        return { ...storedItem(world, item, id), created };
      });
      if (change.endsTrial && changed.status === 'trialing')
        Object.assign(changed, { status: 'active', trial_end: world.now() });
    }
    if (cancels !== undefined) setCancellation(world, changed, cancels);
    else if (changed.cancel_at_period_end) changed.cancel_at = changed.items.data[0]!.current_period_end;
  });
  if (plan?.isInvoicedNow) {
    const customer = world.customers.need(subscription.customer);
    const { current_period_start: start, current_period_end: end } = subscription.items.data[0]!;
    const lines = [...waiting, ...plan.lines];
    const invoice = issue(world, {
      customer,
      subscription,
      reason: 'subscription_update',
      lines,
      period: { start, end },
    });
    charge(world, invoice, subscription, behavior);
  } else if (plan && plan.lines.length > 0) world.pendingLines.set(id, [...waiting, ...plan.lines]);
  return subscription;
}

function setCancellation(world: World, subscription: Subscription, cancels: boolean): void {
  if (cancels === subscription.cancel_at_period_end) return;
  subscription.cancel_at_period_end = cancels;
  subscription.cancel_at = cancels ? subscription.items.data[0]!.current_period_end : null;
  subscription.canceled_at = cancels ? world.now() : null;
  const reason = cancels ? 'cancellation_requested' : null;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
}

/** At once. Unused time is given back only if the call says so. */
function cancel({ world, params, ids: [id = ''] }: Call): Subscription {
  const subscription = world.subscriptions.need(id);
  if (subscription.status === 'canceled') throw badRequest(`No such subscription: ${id}`, 'id', 'resource_missing');
  const now = world.now();
  const waiting = world.pendingLines.get(id) ?? [];
  const unused = params.boolean('prorate')
    ? subscription.items.data.map((item) => prorationLine(world, item, id, now, -1))
    : [];
  const lines = [...waiting, ...unused];
  if (params.boolean('invoice_now') && lines.length > 0) {
    const customer = world.customers.need(subscription.customer);
    const period = { start: subscription.items.data[0]!.current_period_start, end: now };
    const invoice = issue(world, { customer, subscription, reason: 'subscription_update', lines, period });
    charge(world, invoice, subscription, 'allow_incomplete');
  }
  endSubscription(world, subscription, 'cancellation_requested');
  return subscription;
}

function list(call: Call): object {
  const { world, params } = call;
  const customer = params.text('customer');
  const price = params.text('price');
  const status = params.text('status');
  const rows = world.subscriptions
    .newestFirst()
    .filter(
      (row) =>
        (customer === undefined || row.customer === customer) &&
        (price === undefined || row.items.data.some((item) => item.price.id === price)) &&
        (status === 'all' || (status === undefined ? row.status !== 'canceled' : row.status === status)),
    );
  return pageOf(call, '/v1/subscriptions', rows);
}

const shared = [
  'items',
  'default_payment_method',
  'payment_behavior',
  'proration_behavior',
  'billing_cycle_anchor',
  'cancel_at_period_end',
  'trial_end',
  'metadata',
  'off_session',
  'payment_settings',
  'collection_method',
  'automatic_tax',
];

export const subscriptionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    accepts: [...shared, 'customer', 'trial_period_days', 'billing_mode'],
    run: create,
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    accepts: [...listParams, 'customer', 'price', 'status'],
    run: list,
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/*',
    accepts: [],
    run: ({ world, ids: [id = ''] }) => world.subscriptions.need(id),
  },
  { method: 'POST', path: '/v1/subscriptions/*', accepts: [...shared, 'proration_date'], run: update },
  { method: 'DELETE', path: '/v1/subscriptions/*', accepts: ['invoice_now', 'prorate'], run: cancel },
];
