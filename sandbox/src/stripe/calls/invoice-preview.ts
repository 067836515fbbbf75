import { planChange } from '../billing/change.ts';
import { draftInvoice } from '../billing/invoice.ts';
import { periodLine, recurringOf } from '../billing/lines.ts';
import { periodEnd } from '../billing/period.ts';
import { firstItems } from '../billing/subscribe.ts';
import type { Call } from '../call.ts';
import { StripeError } from '../errors.ts';
import type { Invoice, Subscription } from '../objects/types.ts';
import { Params } from '../params.ts';
import type { World } from '../world.ts';
import { readChange, readNewItems } from './subscription-params.ts';

/** The next invoice, with a change or for a new subscription; nothing is stored. */
export function preview({ world, params }: Call): Invoice {
  const details = params.object('subscription_details')?.only('items', 'proration_behavior') ?? new Params();
  const id = params.text('subscription');
  if (id !== undefined) return ofSubscription(world, world.subscriptions.need(id, 'subscription'), details);
  const customer = world.customers.need(params.need('customer'), 'customer');
  const items = firstItems(world, readNewItems(details));
  const { current_period_start: start } = items[0]!;
  const lines = items.map((item) => periodLine(world, item, null));
  return draftInvoice(world, {
    customer,
    subscription: null,
    reason: 'upcoming',
    lines,
    period: { start, end: start },
  });
}

function ofSubscription(world: World, subscription: Subscription, details: Params): Invoice {
  const customer = world.customers.need(subscription.customer);
  const plan = planChange(world, subscription, readChange(details));
  const waiting = world.pendingLines.get(subscription.id) ?? [];
  const ends = subscription.cancel_at_period_end;
  if (ends && !plan.isInvoicedNow && waiting.length + plan.lines.length === 0) {
    throw noUpcoming(`No upcoming invoices for subscription: ${subscription.id}`);
  }
  const first = plan.items[0]!;
  const next = plan.items.map((item) => {
    const start = item.current_period_end;
    const end = periodEnd(plan.anchor, recurringOf(item.price), start);
    return periodLine(world, { ...item, current_period_start: start, current_period_end: end }, subscription.id);
  });
  const lines = [...waiting, ...plan.lines, ...(plan.isInvoicedNow || ends ? [] : next)];
  const period = { start: first.current_period_start, end: first.current_period_end };
  const invoice = draftInvoice(world, { customer, subscription, reason: 'upcoming', lines, period });
  invoice.created = plan.isInvoicedNow ? world.now() : first.current_period_end;
  invoice.next_payment_attempt = invoice.created + (plan.isInvoicedNow ? 0 : 3600);
  return invoice;
}

const noUpcoming = (message: string) => new StripeError(404, { code: 'invoice_upcoming_none', message });
