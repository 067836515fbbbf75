import type { CardBehavior, Refusal } from '../cards.ts';
import { StripeError } from '../errors.ts';
import type { Invoice, PaymentIntent, PaymentMethod, Subscription } from '../objects/types.ts';
import type { World } from '../world.ts';
import { subscriptionOf } from './invoice.ts';
import { intentOf, markPaid, setDelinquent } from './paid.ts';

/** The bank’s answer to a payment. */
export type Outcome = { kind: 'paid' } | { kind: 'refused'; refusal: Refusal } | { kind: 'authentication' };

const noMethod: Refusal = { code: 'payment_intent_authentication_failure', message: 'No payment method.' };
const DAY = 86_400;
/** The interval between attempts to collect a payment. */
const retryDays: readonly number[] = [3, 5, 7];

/** The card that pays for a subscription: its own, or the customer's. */
export function payingMethod(
  world: World,
  customer: string,
  subscription?: Pick<Subscription, 'default_payment_method'> | null,
): PaymentMethod | null {
  const own = subscription?.default_payment_method;
  const general = world.customers.get(customer)?.invoice_settings.default_payment_method;
  return world.paymentMethods.get(own ?? general ?? '') ?? null;
}

/** Gets the bank’s answer without any effect. */
export function outcomeOf(world: World, method: PaymentMethod | null): Outcome {
  const card: CardBehavior | undefined = method ? world.cards.get(method.id) : undefined;
  if (!card) return { kind: 'refused', refusal: noMethod };
  if (card.onCharge) return { kind: 'refused', refusal: card.onCharge };
  if (card.authentication) return { kind: 'authentication' };
  return { kind: 'paid' };
}

/** One attempt to collect an open invoice. No card is charged unless the invoice is open. */
export function collect(world: World, invoice: Invoice, method: PaymentMethod | null): Outcome {
  if (invoice.status !== 'open') throw new Error(`Invoice ${invoice.id} is ${invoice.status}.`);
  const intent = intentOf(world, invoice)!;
  const outcome = outcomeOf(world, method);
  invoice.attempted = true;
  invoice.attempt_count++;
  intent.payment_method = method?.id ?? null;
  if (outcome.kind === 'paid') succeed(world, invoice, intent);
  else fail(world, invoice, intent, method, outcome);
  return outcome;
}

/** The only function that moves money. */
function succeed(world: World, invoice: Invoice, intent: PaymentIntent): void {
  world.charges.push({ invoice: invoice.id, customer: invoice.customer!, amount: intent.amount, at: world.now() });
  if (world.charges.length > 50_000) world.charges.shift();
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
  } satisfies Partial<PaymentIntent>);
  world.emit('payment_intent.succeeded', intent);
  markPaid(world, invoice);
}

function fail(
  world: World,
  invoice: Invoice,
  intent: PaymentIntent,
  method: PaymentMethod | null,
  outcome: Exclude<Outcome, { kind: 'paid' }>,
): void {
  if (outcome.kind === 'authentication') {
    const action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
    Object.assign(intent, { status: 'requires_action', next_action: action });
    world.emit('payment_intent.requires_action', intent);
  } else {
    const error = {
      type: 'card_error' as const,
      ...outcome.refusal,
      ...(method && { payment_method: structuredClone(method) }),
    };
    Object.assign(intent, { status: 'requires_payment_method', next_action: null, payment_method: null });
    intent.last_payment_error = error as PaymentIntent['last_payment_error'];
    world.emit('payment_intent.payment_failed', intent);
  }
  const days = retryDays[invoice.attempt_count - 1];
  const retries = invoice.auto_advance && days !== undefined;
  invoice.next_payment_attempt = retries ? world.now() + days * DAY : null;
  world.emit('invoice.payment_failed', invoice);
  if (outcome.kind === 'authentication') world.emit('invoice.payment_action_required', invoice);
  const subscription = world.subscriptions.get(subscriptionOf(invoice) ?? '');
  if (!subscription) return;
  fallBehind(world, subscription, invoice);
}

function fallBehind(world: World, subscription: Subscription, invoice: Invoice): void {
  const isLast = invoice.next_payment_attempt === null && invoice.attempt_count > retryDays.length;
  if (!['active', 'past_due'].includes(subscription.status)) return;
  world.change('customer.subscription.updated', subscription, (changed) => {
    changed.status = isLast ? 'unpaid' : 'past_due';
  });
  setDelinquent(world, subscription.customer, true);
}

/** Stops collecting for it; open invoices stay open until somebody pays them. */
export function endSubscription(world: World, subscription: Subscription): void {
  const now = world.now();
  subscription.status = 'canceled';
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  world.pendingLines.delete(subscription.id);
  for (const invoice of world.invoices) {
    if (subscriptionOf(invoice) !== subscription.id || (invoice.status !== 'open' && invoice.status !== 'draft'))
      continue;
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
  world.emit('customer.subscription.deleted', subscription);
}

/** The error of a call whose payment failed. */
export function paymentError(
  outcome: Exclude<Outcome, { kind: 'paid' }>,
  kind: 'invoice' | 'subscription',
  intent?: PaymentIntent,
): StripeError {
  const left = intent ? { payment_intent: structuredClone(intent) } : {};
  if (outcome.kind === 'refused') return new StripeError(402, { type: 'card_error', ...outcome.refusal, ...left });
  return new StripeError(402, {
    type: 'card_error',
    code: `${kind}_payment_intent_requires_action`,
    message:
      'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
    ...left,
  });
}
