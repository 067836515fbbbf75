import type { Call, Route } from '../call.ts';
import { badRequest } from '../errors.ts';
import type { Refund } from '../objects/types.ts';

/** Refunds a payment to its card, in full and once. */
function create({ world, params }: Call): Refund {
  const intent = world.paymentIntents.need(params.need('payment_intent'), 'payment_intent');
  if (intent.status !== 'succeeded')
    throw badRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  if ([...world.refunds].some(({ payment_intent }) => payment_intent === intent.id))
    throw badRequest(`The payment ${intent.id} has already been refunded.`, undefined, 'charge_already_refunded');
  const refund: Refund = {
    id: world.id('re'),
    object: 'refund',
    amount: intent.amount_received,
    created: world.now(),
    currency: intent.currency,
    customer: intent.customer,
    metadata: {},
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    reason: params.oneOf('reason', ['duplicate']) ?? null,
    status: 'succeeded',
  };
  world.refunds.add(refund);
  world.emit('refund.created', refund);
  return refund;
}

export const refundRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/refunds', accepts: ['payment_intent', 'reason'], run: create },
];
