import { charge, checkPayment, issue, type PaymentBehavior } from '../billing/bill.ts';
import { planChange } from '../billing/change.ts';
import { endSubscription, payingMethod } from '../billing/collect.ts';
import type { InvoiceDraft } from '../billing/invoice.ts';
import { prorationLine } from '../billing/lines.ts';
import { storedItem, subscribe } from '../billing/subscribe.ts';
import type { Call, Route } from '../call.ts';
import { badRequest } from '../errors.ts';
import { listParams, pageOf } from '../list.ts';
import type { InvoiceLine, Subscription } from '../objects/types.ts';
import type { Params } from '../params.ts';
import type { World } from '../world.ts';
import { readChange, readNewItems } from './subscription-params.ts';

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
  const behavior = readBehavior(params);
  const customer = world.customers.need(params.need('customer'), 'customer').id;
  return subscribe(world, {
    customer,
    items: readNewItems(params),
    paymentMethod: readMethod(world, params, customer) ?? null,
    behavior,
  });
}

const readBehavior = (params: Params): PaymentBehavior | undefined =>
  params.oneOf('payment_behavior', ['error_if_incomplete']);

function update({ world, params, ids: [id = ''] }: Call): Subscription {
  const behavior = readBehavior(params);
  const subscription = world.subscriptions.need(id);
  if (subscription.status === 'canceled') {
    throw badRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const method = readMethod(world, params, subscription.customer);
  const cancels = params.boolean('cancel_at_period_end');
  const change = readChange(params);
  const plan = change.items.length > 0 ? planChange(world, subscription, change) : null;
  const waiting = world.pendingLines.get(id) ?? [];
  if (plan?.isInvoicedNow) {
    const paying = payingMethod(world, subscription.customer, {
      default_payment_method: method ?? subscription.default_payment_method,
    });
    checkPayment(world, subscription.customer, paying, [...waiting, ...plan.lines], behavior);
  }
  world.change('customer.subscription.updated', subscription, (changed) => {
    if (method !== undefined) changed.default_payment_method = method;
    if (plan) {
      const before = new Map(changed.items.data.map((item) => [item.id, item]));
      changed.billing_cycle_anchor = plan.anchor;
      changed.items.data = plan.items.map((item) => {
        const { created = world.now() } = before.get(item.id) ?? {};
        return { ...storedItem(world, item, id), created };
      });
    }
    if (cancels !== undefined) setCancellation(world, changed, cancels);
    else if (changed.cancel_at_period_end) changed.cancel_at = changed.items.data[0]!.current_period_end;
  });
  if (plan?.isInvoicedNow) {
    const { current_period_start: start, current_period_end: end } = subscription.items.data[0]!;
    billNow(world, subscription, [...waiting, ...plan.lines], { start, end });
  } else if (plan && plan.lines.length > 0) world.pendingLines.set(id, [...waiting, ...plan.lines]);
  return subscription;
}

function billNow(world: World, subscription: Subscription, lines: InvoiceLine[], period: InvoiceDraft['period']): void {
  const customer = world.customers.need(subscription.customer);
  charge(world, issue(world, { customer, subscription, reason: 'subscription_update', lines, period }), subscription);
}

function setCancellation(world: World, subscription: Subscription, cancels: boolean): void {
  if (cancels === subscription.cancel_at_period_end) return;
  subscription.cancel_at_period_end = cancels;
  subscription.cancel_at = cancels ? subscription.items.data[0]!.current_period_end : null;
  subscription.canceled_at = cancels ? world.now() : null;
}

/** Cancels at once. Unused time is refunded only if the call requests it. */
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
    billNow(world, subscription, lines, { start: subscription.items.data[0]!.current_period_start, end: now });
  }
  endSubscription(world, subscription);
  return subscription;
}

function list(call: Call): object {
  const { world, params } = call;
  const [customer, status] = [params.text('customer'), params.oneOf('status', ['all'])];
  const rows = world.subscriptions
    .newestFirst()
    .filter(
      (row) => (customer === undefined || row.customer === customer) && (status === 'all' || row.status !== 'canceled'),
    );
  return pageOf(call, '/v1/subscriptions', rows);
}

const shared = ['items', 'default_payment_method', 'payment_behavior', 'off_session'];
const changes = [...shared, 'proration_behavior', 'cancel_at_period_end'];

export const subscriptionRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/subscriptions', accepts: [...shared, 'customer'], run: create },
  { method: 'GET', path: '/v1/subscriptions', accepts: [...listParams, 'customer', 'status'], run: list },
  { method: 'POST', path: '/v1/subscriptions/*', accepts: changes, run: update },
  { method: 'DELETE', path: '/v1/subscriptions/*', accepts: ['invoice_now', 'prorate'], run: cancel },
];
