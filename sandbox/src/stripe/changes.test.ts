import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { startStripe } from './server.ts';
import { clientOf, customerWith, latestInvoice } from './testing.ts';

const sandbox = await forThisFile(startStripe());
const stripe = clientOf(sandbox);

sandbox.control.hold({ isHeld: true });

async function subscribe(price: string, quantity: number) {
  const customer = await customerWith(sandbox);
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: `price_sheaf_${price}`, quantity }],
  });
  return { customer, id: subscription.id, item: subscription.items.data[0]! };
}

const balance = async (customer: string) => ((await stripe.customers.retrieve(customer)) as Stripe.Customer).balance;
const latest = (id: string) => latestInvoice(sandbox, id);

/** Moves the clock by this share of the period. */
function into(
  { current_period_start: start, current_period_end: end }: Stripe.SubscriptionItem,
  share: number,
): number {
  const at = start + Math.round((end - start) * share);
  sandbox.control.advance({ to: at });
  return at;
}

describe('a change', () => {
  it('waits for the next invoice unless it is to be paid at once', async () => {
    const { id, item } = await subscribe('team_month', 4);
    into(item, 0.25);
    await stripe.subscriptions.update(id, { items: [{ id: item.id, quantity: 6 }] });
    const preview = await stripe.invoices.createPreview({ subscription: id });
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-3000, 4500, 6000]);
    sandbox.control.advance({ to: item.current_period_end + 3601 });
    expect(latest(id)).toMatchObject({ billing_reason: 'subscription_cycle', total: 7500, status: 'paid' });
    expect((await stripe.invoices.createPreview({ subscription: id })).total).toBe(6000);
  });

  it('starts a new cycle for a yearly price, and refunds the rest of the month', async () => {
    const { id, item } = await subscribe('team_month', 2);
    const at = into(item, 0.5);
    const details = { items: [{ id: item.id, price: 'price_sheaf_team_year' }] };
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: details });
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-1000, 19200]);
    const changed = await stripe.subscriptions.update(id, details);
    expect(changed.items.data[0]).toMatchObject({ current_period_start: at, price: { lookup_key: 'team_year' } });
    expect(latest(id)).toMatchObject({ total: 18200, amount_paid: 18200, status: 'paid' });
  });

  it('leaves a credit for a lower price, which pays for later charges', async () => {
    const { id, item, customer } = await subscribe('business_year', 1);
    into(item, 0.5);
    await stripe.subscriptions.update(id, {
      items: [{ id: item.id, price: 'price_sheaf_team_year' }],
      proration_behavior: 'always_invoice',
    });
    expect(latest(id)).toMatchObject({ total: -4800, amount_due: 0, status: 'paid', ending_balance: -4800 });
    expect(await balance(customer)).toBe(-4800);
    sandbox.control.advance({ to: item.current_period_end + 3601 });
    expect(latest(id)).toMatchObject({ total: 9600, starting_balance: -4800, amount_paid: 4800, status: 'paid' });
    expect(await balance(customer)).toBe(0);
  });

  it('has no effect if it can’t be paid', async () => {
    const { id, item, customer } = await subscribe('team_month', 1);
    sandbox.control.declineCharges({ customer, code: 'insufficient_funds' });
    const change = { items: [{ id: item.id, quantity: 50 }], proration_behavior: 'always_invoice' as const };
    await expect(
      stripe.subscriptions.update(id, { ...change, payment_behavior: 'error_if_incomplete' }),
    ).rejects.toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' });
    await expect(stripe.subscriptions.update(id, change)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'payment_behavior',
    });
    const after = sandbox.state.subscriptions.need(id);
    expect(after).toMatchObject({ status: 'active', items: { data: [{ quantity: 1 }] } });
  });
});

describe('an end', () => {
  it('can be canceled if it is at the end of the period', async () => {
    const { id, item } = await subscribe('team_month', 1);
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ status: 'active', cancel_at: item.current_period_end });
    await expect(stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    sandbox.control.advance({ to: item.current_period_end + 3601 });
    expect(sandbox.state.subscriptions.need(id).status).toBe('active');
  });

  it('refunds the rest only on request if it is immediate', async () => {
    const { id, item, customer } = await subscribe('team_month', 2);
    into(item, 0.5);
    const canceled = await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
    expect(canceled.status).toBe('canceled');
    expect(Math.abs((await balance(customer)) + 1000)).toBeLessThanOrEqual(1);
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
  });
});
