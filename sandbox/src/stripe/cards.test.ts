import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { startStripe } from './server.ts';
import { clientOf, customerWith } from './testing.ts';

const sandbox = await forThisFile(startStripe());
const stripe = clientOf(sandbox);
const customer = (await stripe.customers.create({ name: 'Lindqvist Studio' })).id;

type Body = { status?: string; error?: { code: string; decline_code?: string; message: string; type: string } };

/** As the script in the browser confirms, with the digits of a card. */
async function confirm(intent: Stripe.SetupIntent, number: string, more: Record<string, string> = {}): Promise<Body> {
  const body = new URLSearchParams({
    key: sandbox.clientId,
    client_secret: intent.client_secret!,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': number.startsWith('37') ? '1234' : '123',
    'payment_method_data[billing_details][name]': 'Ada Lindqvist',
    ...more,
  });
  const response = await fetch(`${sandbox.url}/v1/setup_intents/${intent.id}/confirm`, { method: 'POST', body });
  return response.json() as Promise<Body>;
}

describe('a setup intent', () => {
  it.each([
    ['4242424242424242', 'visa', '4242'],
    ['5555555555554444', 'mastercard', '4444'],
    ['378282246310005', 'amex', '0005'],
    ['4000000000000341', 'visa', '0341'],
  ])('saves %s', async (number, brand, last4) => {
    const intent = await stripe.setupIntents.create({ customer });
    expect(await confirm(intent, number)).toMatchObject({ status: 'succeeded' });
    const saved = await stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] });
    expect(saved.payment_method).toMatchObject({
      customer,
      card: { brand, last4, exp_month: 12, exp_year: 2034 },
      billing_details: { name: 'Ada Lindqvist' },
    });
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4242424242424241', 'incorrect_number', undefined, 'Your card number is incorrect.'],
    ['4111111111111111', 'card_declined', 'test_mode_live_card', expect.stringContaining('in test mode')],
  ])('refuses %s', async (number, code, decline_code, message) => {
    const intent = await stripe.setupIntents.create({ customer });
    const { error } = await confirm(intent, number);
    expect(error).toMatchObject({ type: 'card_error', code, message, ...(decline_code && { decline_code }) });
    const after = await stripe.setupIntents.retrieve(intent.id);
    expect(after).toMatchObject({ status: 'requires_payment_method', last_setup_error: { code } });
    expect(await confirm(intent, '4242424242424242')).toMatchObject({ status: 'succeeded' });
  });

  it('waits for authentication, which may fail', async () => {
    const intent = await stripe.setupIntents.create({ customer });
    expect(await confirm(intent, '4000002500003155')).toMatchObject({ status: 'requires_action' });
    sandbox.control.authenticate({ intent: intent.id, complete: false });
    expect(await stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
    await confirm(intent, '4000002500003155');
    sandbox.control.authenticate({ intent: intent.id });
    const { payment_method, status } = await stripe.setupIntents.retrieve(intent.id);
    expect(status).toBe('succeeded');
    // Once it is set up, nobody is asked again.
    const items = [{ price: 'price_sheaf_team_month' }];
    const subscription = await stripe.subscriptions.create({
      customer,
      items,
      default_payment_method: payment_method as string,
    });
    expect(subscription.status).toBe('active');
  });

  it('belongs to who knows its secret', async () => {
    const intent = await stripe.setupIntents.create({ customer });
    expect((await confirm(intent, '4242424242424242', { client_secret: 'seti_x_secret_y' })).error?.message).toContain(
      'does not match',
    );
    expect((await confirm(intent, '4242424242424242', { key: 'pk_test_other' })).error?.message).toContain(
      'Invalid API Key',
    );
  });
});

describe('a payment method', () => {
  it('is listed, and detached from what it paid for', async () => {
    const owner = await customerWith(stripe);
    await stripe.paymentMethods.attach('pm_card_mastercard', { customer: owner });
    const { data } = await stripe.customers.listPaymentMethods(owner, { type: 'card' });
    expect(data.map(({ card }) => card!.brand)).toEqual(['mastercard', 'visa']);
    await stripe.paymentMethods.detach(data[1]!.id);
    const { invoice_settings } = (await stripe.customers.retrieve(owner)) as Stripe.Customer;
    expect(invoice_settings.default_payment_method).toBeNull();
    await expect(stripe.paymentMethods.detach(data[1]!.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('is never made from digits that a server sends', async () => {
    const digits = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };
    const sent = stripe.paymentMethods.create({ type: 'card', card: digits });
    await expect(sent).rejects.toThrow('Sending credit card numbers directly');
    const { body } = { body: JSON.stringify([...sandbox.state.paymentMethods, ...sandbox.state.events]) };
    expect(body).not.toMatch(/4242424242424242/);
  });
});
