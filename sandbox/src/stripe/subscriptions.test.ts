import { describe, expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { startStripe } from './server.ts';
import { clientOf, customerWith, latestInvoice } from './testing.ts';

const DAY = 86_400;

const sandbox = await forThisFile(startStripe());
const stripe = clientOf(sandbox);

const subscribe = async () =>
  stripe.subscriptions.create({
    customer: await customerWith(sandbox),
    items: [{ price: 'price_sheaf_team_month', quantity: 3 }],
  });

/** It isn’t a card error: Stripe would leave an incomplete subscription behind. */
const unsaid = { type: 'StripeInvalidRequestError', statusCode: 400, param: 'payment_behavior' };
const latest = (id: string) => latestInvoice(sandbox, id);
const statusOf = (id: string) => sandbox.state.subscriptions.need(id).status;

describe('subscribing', () => {
  it('finds the prices by their lookup keys', async () => {
    const { data } = await stripe.prices.list({ lookup_keys: ['team_month', 'business_year'] });
    expect(data.map(({ lookup_key, unit_amount }) => [lookup_key, unit_amount]).sort()).toEqual([
      ['business_year', 19200],
      ['team_month', 1000],
    ]);
    expect((await stripe.prices.list({ lookup_keys: ['team_month'], active: false })).data).toEqual([]);
    await expect(stripe.prices.list()).rejects.toMatchObject({ param: 'lookup_keys' });
  });

  it('charges the first period at once', async () => {
    const subscription = await subscribe();
    const invoice = latest(subscription.id);
    expect(subscription.status).toBe('active');
    expect(invoice).toMatchObject({
      status: 'paid',
      total: 3000,
      amount_paid: 3000,
      billing_reason: 'subscription_create',
    });
    expect(sandbox.control.charges({ customer: subscription.customer as string })).toHaveLength(1);
  });

  it('leaves nothing behind if a required payment fails', async () => {
    const customer = await customerWith(sandbox, '4000000000000341');
    const items = [{ price: 'price_sheaf_team_month' }];
    const refused = stripe.subscriptions.create({ customer, items, payment_behavior: 'error_if_incomplete' });
    await expect(refused).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
    });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    expect((await stripe.invoices.list({ customer })).data).toEqual([]);
  });

  it('must specify the behavior if the payment fails', async () => {
    const customer = await customerWith(sandbox, '4000000000000341');
    const refused = stripe.subscriptions.create({ customer, items: [{ price: 'price_sheaf_team_month' }] });
    await expect(refused).rejects.toMatchObject(unsaid);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
  });
});

describe('a moving clock', () => {
  it('renews, an hour after the invoice was drafted', async () => {
    const { id } = await subscribe();
    sandbox.control.advance({ days: 31 });
    sandbox.control.advance({ seconds: 3601 });
    expect(latest(id)).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle', total: 3000 });
  });

  it('retries a failed renewal, and stops after the last attempt', async () => {
    const { id, customer } = await subscribe();
    sandbox.control.declineCharges({ customer: customer as string, code: 'insufficient_funds' });
    sandbox.control.advance({ days: 31, seconds: 3601 });
    expect(statusOf(id)).toBe('past_due');
    sandbox.control.advance({ days: 15, seconds: 1 });
    expect(statusOf(id)).toBe('unpaid');
    expect(latest(id)).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
    sandbox.control.declineCharges({ customer: customer as string });
    await stripe.invoices.pay(latest(id).id);
    expect(statusOf(id)).toBe('active');
  });

  it('ends subscriptions canceled for the end of their period', async () => {
    const { id } = await subscribe();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    sandbox.control.advance({ seconds: 31 * DAY });
    expect(statusOf(id)).toBe('canceled');
  });
});

describe('a change', () => {
  it('is charged to the second, as previewed', async () => {
    const { id, items } = await subscribe();
    const item = items.data[0]!;
    const half = item.current_period_start + Math.floor((item.current_period_end - item.current_period_start) / 2);
    sandbox.control.hold({ isHeld: true });
    sandbox.control.advance({ to: half });
    const details = {
      items: [{ id: item.id, quantity: 5 }],
      proration_behavior: 'always_invoice' as const,
    };
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: details });
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-1500, 2500]);
    await stripe.subscriptions.update(id, details);
    expect(latest(id)).toMatchObject({ total: preview.total, amount_paid: 1000, status: 'paid' });
  });
});
