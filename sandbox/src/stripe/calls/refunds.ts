import type { Call, Route } from '../call.ts';
import { badRequest } from '../errors.ts';
import { listParams, pageOf } from '../list.ts';
import type { Refund } from '../objects/types.ts';
import type { World } from '../world.ts';

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

const refundsOf = (world: World, intent: string): Refund[] =>
  [...world.refunds].filter(({ payment_intent }) => payment_intent === intent);

/** Gives a payment back to its card, never more than was taken. */
function create({ world, params }: Call): Refund {
  const intent = world.paymentIntents.need(params.need('payment_intent'), 'payment_intent');
  if (intent.status !== 'succeeded')
    throw badRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  const left = intent.amount_received - refundsOf(world, intent.id).reduce((sum, { amount }) => sum + amount, 0);
  if (left === 0)
    throw badRequest(`The payment ${intent.id} has already been refunded.`, undefined, 'charge_already_refunded');
  const amount = params.integer('amount', 1) ?? left;
  if (amount > left)
    throw badRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount');
  const refund: Refund = {
    id: world.id('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: null,
    created: world.now(),
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    metadata: params.metadata(),
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    reason: params.oneOf('reason', reasons) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  world.refunds.add(refund);
  world.emit('refund.created', refund);
  return refund;
}

function list(call: Call): object {
  const intent = call.params.text('payment_intent');
  const rows = call.world.refunds.newestFirst().filter((row) => intent === undefined || row.payment_intent === intent);
  return pageOf(call, '/v1/refunds', rows);
}

export const refundRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/refunds', accepts: ['payment_intent', 'amount', 'reason', 'metadata'], run: create },
  { method: 'GET', path: '/v1/refunds', accepts: [...listParams, 'payment_intent'], run: list },
];
