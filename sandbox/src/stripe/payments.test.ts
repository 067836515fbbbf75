import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { startStripe } from './server.ts';
import { clientOf, customerWith } from './testing.ts';

const sandbox = await forThisFile(startStripe());
const stripe = clientOf(sandbox);

const items = [{ price: 'price_sheaf_team_month', quantity: 2 }];
const invoiceOf = ({ latest_invoice }: Stripe.Subscription) => latest_invoice as Stripe.Invoice;

describe('a payment', () => {
  it('is taken once, however often it is asked for', async () => {
    const customer = await customerWith(stripe, 'pm_card_chargeCustomerFail');
    const subscription = await stripe.subscriptions.create({ customer, items, expand: ['latest_invoice'] });
    const { id } = invoiceOf(subscription);
    await expect(stripe.invoices.pay(id)).rejects.toMatchObject({ code: 'card_declined' });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const paid = await stripe.invoices.pay(id, { payment_method: card.id });
    expect(paid).toMatchObject({ status: 'paid', attempt_count: 3 });
    await expect(stripe.invoices.pay(id)).rejects.toThrow('Invoice is already paid');
    expect(sandbox.control.charges({ customer })).toMatchObject([{ invoice: id, amount: 2000 }]);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('waits for the browser, where the call says so', async () => {
    const customer = await customerWith(stripe);
    const subscription = await stripe.subscriptions.create({
      customer,
      items,
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    });
    expect(subscription.status).toBe('incomplete');
    const { confirmation_secret, payments } = invoiceOf(subscription);
    const intent = payments!.data[0]!.payment.payment_intent as string;
    expect(confirmation_secret?.client_secret.startsWith(intent)).toBe(true);
    await stripe.paymentIntents.confirm(intent);
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect(after.status).toBe('active');
    expect(after.default_payment_method).not.toBeNull();
  });

  it('waits for the bank, which may ask every time', async () => {
    const customer = await customerWith(stripe, 'pm_card_authenticationRequired');
    const strict = stripe.subscriptions.create({ customer, items, payment_behavior: 'error_if_incomplete' });
    await expect(strict).rejects.toMatchObject({ code: 'subscription_payment_intent_requires_action' });
    const subscription = await stripe.subscriptions.create({ customer, items, expand: ['latest_invoice.payments'] });
    expect(subscription.status).toBe('incomplete');
    const intent = invoiceOf(subscription).payments!.data[0]!.payment.payment_intent as string;
    expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('requires_action');
    sandbox.control.authenticate({ intent });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect(() => sandbox.control.authenticate({ intent })).toThrow('status of succeeded');
    expect(sandbox.control.charges({ customer })).toHaveLength(1);
  });

  it('needs a card', async () => {
    const { id: customer } = await stripe.customers.create({});
    const refused = stripe.subscriptions.create({ customer, items });
    await expect(refused).rejects.toMatchObject({ code: 'resource_missing' });
    await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await expect(stripe.subscriptions.create({ customer, items })).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('of what was given up may end the subscription', async () => {
    const other = await startStripe({ afterRetries: 'canceled', retryDays: [1] });
    const client = clientOf(other);
    const customer = await customerWith(client);
    const { id } = await client.subscriptions.create({ customer, items });
    other.control.declineCharges({ customer, code: 'generic_decline' });
    other.control.advance({ days: 33 });
    expect(await client.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    await other.stop();
  });
});
