import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { startStripe } from './server.ts';
import { clientOf, confirm, customerWith, saveCard } from './testing.ts';

const sandbox = await forThisFile(startStripe());
const stripe = clientOf(sandbox);
const customer = (await stripe.customers.create({ name: 'Lindqvist Studio' })).id;

describe('a setup intent', () => {
  it.each([
    ['4242424242424242', 'visa', '4242'],
    ['5555555555554444', 'mastercard', '4444'],
    ['378282246310005', 'amex', '0005'],
    ['4000000000000341', 'visa', '0341'],
  ])('saves %s', async (number, brand, last4) => {
    const intent = await stripe.setupIntents.create({ customer });
    expect(await confirm(sandbox, intent, number)).toMatchObject({ status: 'succeeded' });
    const { payment_method } = await stripe.setupIntents.retrieve(intent.id);
    expect(sandbox.state.paymentMethods.need(payment_method as string)).toMatchObject({
      customer,
      card: { brand, last4, exp_month: 12, exp_year: new Date().getUTCFullYear() + 8 },
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
    const { error } = await confirm(sandbox, intent, number);
    expect(error).toMatchObject({ type: 'card_error', code, message, ...(decline_code && { decline_code }) });
    const after = await stripe.setupIntents.retrieve(intent.id);
    expect(after).toMatchObject({ status: 'requires_payment_method', last_setup_error: { code } });
    expect(await confirm(sandbox, intent, '4242424242424242')).toMatchObject({ status: 'succeeded' });
  });

  it('waits for authentication, which may fail', async () => {
    const intent = await stripe.setupIntents.create({ customer });
    expect(await confirm(sandbox, intent, '4000002500003155')).toMatchObject({ status: 'requires_action' });
    sandbox.control.authenticate({ intent: intent.id, complete: false });
    expect(await stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
    await confirm(sandbox, intent, '4000002500003155');
    sandbox.control.authenticate({ intent: intent.id });
    const { payment_method, status } = await stripe.setupIntents.retrieve(intent.id);
    expect(status).toBe('succeeded');
    // Once it is set up, no authentication is required.
    const items = [{ price: 'price_sheaf_team_month' }];
    const subscription = await stripe.subscriptions.create({
      customer,
      items,
      default_payment_method: payment_method as string,
    });
    expect(subscription.status).toBe('active');
  });

  it('is accessible only with its secret', async () => {
    const intent = await stripe.setupIntents.create({ customer });
    expect(
      (await confirm(sandbox, intent, '4242424242424242', { client_secret: 'seti_x_secret_y' })).error?.message,
    ).toContain('does not match');
    expect((await confirm(sandbox, intent, '4242424242424242', { key: 'pk_test_other' })).error?.message).toContain(
      'Invalid API Key',
    );
  });
});

describe('a payment method', () => {
  it('is listed, and detached from the subscription it paid for', async () => {
    const owner = await customerWith(sandbox);
    await saveCard(sandbox, owner, '5555555555554444');
    const { data } = await stripe.customers.listPaymentMethods(owner, { type: 'card' });
    expect(data.map(({ card }) => card!.brand)).toEqual(['mastercard', 'visa']);
    await stripe.paymentMethods.detach(data[1]!.id);
    const { invoice_settings } = (await stripe.customers.retrieve(owner)) as Stripe.Customer;
    expect(invoice_settings.default_payment_method).toBeNull();
    await expect(stripe.paymentMethods.detach(data[1]!.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('is never created from digits that a server sends', async () => {
    const intent = await stripe.setupIntents.create({ customer });
    const { error } = await confirm(sandbox, intent, '4242424242424242', { key: sandbox.clientSecret });
    expect(error?.message).toContain('Sending credit card numbers directly');
    const { body } = { body: JSON.stringify([...sandbox.state.paymentMethods, ...sandbox.state.events]) };
    expect(body).not.toMatch(/4242424242424242/);
  });
});
