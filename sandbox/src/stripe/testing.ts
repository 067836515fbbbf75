import { Stripe } from 'stripe';
import type { StripeSandbox } from './server.ts';

/** The official SDK as a server uses it. */
export function clientOf(sandbox: StripeSandbox, options: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(sandbox.clientSecret, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...options,
  });
}

/** A customer who pays with one of the test cards, by default one that works. */
export async function customerWith(stripe: Stripe, card = 'pm_card_visa'): Promise<string> {
  const { id } = await stripe.customers.create({ name: 'Lindqvist Studio', email: 'ada@lindqvist.example' });
  const method = await stripe.paymentMethods.attach(card, { customer: id });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
  return id;
}
