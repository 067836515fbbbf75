import { collect, outcomeOf, paymentError, succeed } from '../billing/collect.ts';
import type { Call, Route } from '../call.ts';
import { badRequest, StripeError } from '../errors.ts';
import type { Invoice, PaymentIntent, PaymentMethod } from '../objects/types.ts';
import type { World } from '../world.ts';
import { fromTemplate, readCard } from './card-data.ts';

/** Payments exist only for invoices here. */
function invoiceOf(world: World, intent: PaymentIntent): Invoice {
  const payment = [...world.invoicePayments].find((one) => one.payment.payment_intent === intent.id);
  return world.invoices.need(payment?.invoice ?? '');
}

export function paymentIntentFor({ world, params, ids: [id = ''] }: Call): PaymentIntent {
  const intent = world.paymentIntents.need(id, 'intent');
  const secret = params.text('client_secret');
  if (secret === undefined || secret === intent.client_secret) return intent;
  throw badRequest(
    'The client_secret provided does not match any associated PaymentIntent on this account.',
    'client_secret',
  );
}

const unexpected = (intent: PaymentIntent) =>
  new StripeError(400, {
    code: 'payment_intent_unexpected_state',
    message: `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: structuredClone(intent),
  });

function confirm(call: Call): PaymentIntent {
  const { world } = call;
  const intent = paymentIntentFor(call);
  const invoice = invoiceOf(world, intent);
  if (invoice.status !== 'open' || ['succeeded', 'canceled'].includes(intent.status)) throw unexpected(intent);
  const method = methodFor(call, intent);
  const outcome = collect(world, invoice, method);
  if (outcome.kind === 'refused') throw paymentError(outcome, 'invoice', intent);
  return intent;
}

function methodFor({ world, params }: Call, intent: PaymentIntent): PaymentMethod {
  const data = params.object('payment_method_data');
  if (data) return readCard(world, data);
  const id = params.text('payment_method') ?? intent.payment_method;
  if (id == null)
    throw badRequest("You cannot confirm this PaymentIntent because it's missing a payment method.", 'payment_method');
  return fromTemplate(world, id) ?? world.paymentMethods.need(id, 'payment_method');
}

/** The person has answered the bank. */
export function authenticatePayment(world: World, intent: PaymentIntent, isComplete: boolean): PaymentIntent {
  if (intent.status !== 'requires_action') throw unexpected(intent);
  const method = world.paymentMethods.need(intent.payment_method ?? '');
  const outcome = outcomeOf(world, method);
  if (isComplete && outcome.kind === 'authentication') succeed(world, invoiceOf(world, intent), intent);
  else {
    const message =
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
    const error = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message };
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: { ...error, payment_method: structuredClone(method) },
    });
    world.emit('payment_intent.payment_failed', intent);
  }
  return intent;
}

export const paymentIntentRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/payment_intents/*', accepts: ['client_secret'], isPublic: true, run: paymentIntentFor },
  {
    method: 'POST',
    path: '/v1/payment_intents/*/confirm',
    accepts: ['client_secret', 'payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk', 'off_session'],
    isPublic: true,
    run: confirm,
  },
];
