import { describe, expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { startStripe } from './server.ts';
import { clientOf, customerWith, latestInvoice, saveCard } from './testing.ts';

const sandbox = await forThisFile(startStripe());
const stripe = clientOf(sandbox);

const items = [{ price: 'price_sheaf_team_month', quantity: 2 }];

describe('a payment', () => {
  it('is charged once, however often it is requested', async () => {
    const customer = await customerWith(sandbox);
    const subscription = await stripe.subscriptions.create({ customer, items });
    sandbox.control.declineCharges({ customer, code: 'insufficient_funds' });
    sandbox.control.advance({ days: 31, seconds: 3601 });
    const { id } = latestInvoice(sandbox, subscription.id);
    await expect(stripe.invoices.pay(id)).rejects.toMatchObject({ code: 'card_declined' });
    const card = await saveCard(sandbox, customer, '5555555555554444');
    const paid = await stripe.invoices.pay(id, { payment_method: card });
    expect(paid).toMatchObject({ status: 'paid', attempt_count: 3 });
    await expect(stripe.invoices.pay(id)).rejects.toThrow('Invoice is already paid');
    const charges = sandbox.control.charges({ customer }).filter(({ invoice }) => invoice === id);
    expect(charges).toMatchObject([{ amount: 2000 }]);
    expect(sandbox.state.subscriptions.need(subscription.id).status).toBe('active');
  });

  it('may require authentication every time, which a call doesn’t wait for', async () => {
    const customer = await customerWith(sandbox, '4000002760003184');
    const strict = stripe.subscriptions.create({ customer, items, payment_behavior: 'error_if_incomplete' });
    await expect(strict).rejects.toMatchObject({ code: 'subscription_payment_intent_requires_action' });
  });

  it('needs a card', async () => {
    const { id: customer } = await stripe.customers.create({});
    const refused = stripe.subscriptions.create({ customer, items });
    await expect(refused).rejects.toMatchObject({ code: 'resource_missing' });
    await saveCard(sandbox, customer, '4242424242424242');
    await expect(stripe.subscriptions.create({ customer, items })).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('is refunded once, in full', async () => {
    const customer = await customerWith(sandbox);
    await stripe.subscriptions.create({ customer, items });
    const [invoice] = (await stripe.invoices.list({ customer })).data;
    const [payment] = (await stripe.invoicePayments.list({ invoice: invoice!.id })).data;
    const payment_intent = payment!.payment.payment_intent as string;
    const refund = await stripe.refunds.create({ payment_intent, reason: 'duplicate' });
    expect(refund).toMatchObject({ amount: invoice!.amount_paid, status: 'succeeded', reason: 'duplicate' });
    const again = stripe.refunds.create({ payment_intent });
    await expect(again).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect(sandbox.control.refunds({ customer }).map(({ amount }) => amount)).toEqual([invoice!.amount_paid]);
  });
});
