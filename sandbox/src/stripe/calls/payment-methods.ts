import type { Call, Route } from '../call.ts';
import { badRequest, StripeError } from '../errors.ts';
import type { PaymentMethod } from '../objects/types.ts';
import type { World } from '../world.ts';
import { cardError } from './card-data.ts';

/** Saves the card for the customer; the bank may refuse. */
export function attach(world: World, method: PaymentMethod, customer: string): void {
  const refusal = world.cards.get(method.id)?.onSetup;
  if (refusal) throw cardError(refusal, { payment_method: structuredClone(method) });
  method.customer = customer;
  world.emit('payment_method.attached', method);
}

/** Detaches the card, which can’t be attached again or pay for anything. */
function detach({ world, ids: [id = ''] }: Call): PaymentMethod {
  const method = world.paymentMethods.need(id);
  const customer = world.customers.get(method.customer ?? '');
  if (method.customer === null) {
    throw badRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      'payment_method',
      'payment_method_unexpected_state',
    );
  }
  for (const subscription of world.subscriptions) {
    if (subscription.default_payment_method !== id) continue;
    world.change('customer.subscription.updated', subscription, (changed) => {
      changed.default_payment_method = null;
    });
  }
  if (customer?.invoice_settings.default_payment_method === id) {
    world.change('customer.updated', customer, (changed) => {
      changed.invoice_settings.default_payment_method = null;
    });
  }
  const before = method.customer;
  method.customer = null;
  world.emit('payment_method.detached', method, { customer: before });
  return method;
}

/** A server that sends digits has seen them, so it is refused. */
export function refuseDigits(): never {
  throw new StripeError(402, {
    type: 'invalid_request_error',
    message:
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
  });
}

export const paymentMethodRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_methods/*/detach', accepts: [], run: detach },
];
