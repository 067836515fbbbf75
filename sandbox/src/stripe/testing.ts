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

interface Confirmed {
  status?: string;
  error?: { code: string; decline_code?: string; message: string; type: string };
}

/** Confirms like the script in the browser, with the digits of a card. */
export async function confirm(
  sandbox: StripeSandbox,
  intent: Stripe.SetupIntent,
  number: string,
  more: Record<string, string> = {},
): Promise<Confirmed> {
  const year = new Date(sandbox.control.now() * 1000).getUTCFullYear() + 8;
  const body = new URLSearchParams({
    key: sandbox.clientId,
    client_secret: intent.client_secret!,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(year),
    'payment_method_data[card][cvc]': number.startsWith('37') ? '1234' : '123',
    'payment_method_data[billing_details][name]': 'Ada Lindqvist',
    ...more,
  });
  const response = await fetch(`${sandbox.url}/v1/setup_intents/${intent.id}/confirm`, { method: 'POST', body });
  return response.json() as Promise<Confirmed>;
}

/** Saves a customer’s card, and answers the bank; returns its id. */
export async function saveCard(sandbox: StripeSandbox, customer: string, number: string): Promise<string> {
  const intent = await clientOf(sandbox).setupIntents.create({ customer });
  const { status } = await confirm(sandbox, intent, number);
  if (status === 'requires_action') sandbox.control.authenticate({ intent: intent.id });
  return sandbox.state.setupIntents.need(intent.id).payment_method!;
}

/** Creates a customer who pays with one of the test cards, by default a working one. */
export async function customerWith(sandbox: StripeSandbox, number = '4242424242424242'): Promise<string> {
  const stripe = clientOf(sandbox);
  const { id } = await stripe.customers.create({ name: 'Lindqvist Studio', email: 'ada@lindqvist.example' });
  const card = await saveCard(sandbox, id, number);
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: card } });
  return id;
}

export const latestInvoice = ({ state }: StripeSandbox, subscription: string) =>
  state.invoices.need(state.subscriptions.need(subscription).latest_invoice!);
