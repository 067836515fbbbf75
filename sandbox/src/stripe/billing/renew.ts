import type { Invoice, Subscription } from '../objects/types.ts';
import type { World } from '../world.ts';
import { issue } from './bill.ts';
import { collect, endSubscription, payingMethod } from './collect.ts';
import { finalize } from './finalize.ts';
import { subscriptionOf } from './invoice.ts';
import { periodLine, recurringOf } from './lines.ts';
import { periodEnd } from './period.ts';

/** The time for which the invoice of a new period is a draft. */
const DRAFT_SECONDS = 3600;

/** Ends a period: the next one starts, or the subscription ends. */
export function renew(world: World, subscription: Subscription): void {
  const customer = world.customers.need(subscription.customer);
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0]!;
  const waiting = world.pendingLines.get(subscription.id) ?? [];
  const period = { start, end };
  if (subscription.cancel_at != null && subscription.cancel_at <= end) {
    if (waiting.length > 0) {
      const last = issue(world, { customer, subscription, reason: 'subscription_cycle', lines: waiting, period });
      finalize(world, last);
      if (last.status === 'open') collect(world, last, payingMethod(world, customer.id, subscription));
    }
    if (subscription.status !== 'canceled') endSubscription(world, subscription);
    return;
  }
  world.change('customer.subscription.updated', subscription, (changed) => {
    const anchor = changed.billing_cycle_anchor;
    for (const item of changed.items.data) {
      item.current_period_start = end;
      item.current_period_end = periodEnd(anchor, recurringOf(item.price), end);
    }
    const lines = changed.items.data.map((item) => periodLine(world, item, changed.id));
    const all = [...waiting, ...lines];
    const invoice = issue(world, { customer, subscription: changed, reason: 'subscription_cycle', lines: all, period });
    // Nothing more is collected from a customer who has not paid for this long, until an invoice is paid.
    if (changed.status === 'unpaid') invoice.auto_advance = false;
    else invoice.automatically_finalizes_at = world.now() + DRAFT_SECONDS;
  });
}

/** Finalizes a period’s draft, and collects it. */
export function closeDraft(world: World, invoice: Invoice): void {
  finalize(world, invoice);
  if (invoice.status === 'open') retry(world, invoice);
}

export function retry(world: World, invoice: Invoice): void {
  const subscription = world.subscriptions.get(subscriptionOf(invoice) ?? '');
  collect(world, invoice, payingMethod(world, invoice.customer!, subscription));
}

/** Voids the invoice; credit that it used is returned. */
export function voidInvoice(world: World, invoice: Invoice): void {
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  const customer = world.customers.get(invoice.customer ?? '');
  if (customer && used !== 0) {
    world.change('customer.updated', customer, (changed) => {
      changed.balance -= used;
    });
  }
  invoice.status = 'void';
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = world.now();
  for (const payment of world.invoicePayments) {
    const intent = payment.invoice === invoice.id && world.paymentIntents.get(payment.payment.payment_intent ?? '');
    if (!intent) continue;
    Object.assign(payment, { status: 'canceled' });
    Object.assign(intent, {
      status: 'canceled',
      canceled_at: world.now(),
      cancellation_reason: 'void_invoice',
      next_action: null,
    });
    world.emit('payment_intent.canceled', intent);
  }
  world.emit('invoice.voided', invoice);
}
