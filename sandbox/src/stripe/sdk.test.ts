import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { startStripe } from './server.ts';
import { clientOf, customerWith } from './testing.ts';

const sandbox = await forThisFile(startStripe());
const stripe = clientOf(sandbox);

describe('a list', () => {
  it('has pages', async () => {
    const customer = await customerWith(sandbox);
    const ids: string[] = [];
    for (let at = 0; at < 5; at++)
      ids.unshift((await stripe.subscriptions.create({ customer, items: [{ price: 'price_sheaf_team_month' }] })).id);
    const first = await stripe.subscriptions.list({ customer, limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.has_more).toBe(true);
    const all: string[] = [];
    for await (const { id } of stripe.subscriptions.list({ customer, limit: 2 })) all.push(id);
    expect(all).toEqual(ids);
  });

  it('refuses an invalid limit', async () => {
    await expect(stripe.subscriptions.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit', statusCode: 400 });
  });
});

it('marks a deleted customer as deleted, and other calls don’t find it', async () => {
  const customer = await customerWith(sandbox);
  await stripe.customers.del(customer);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true });
  await expect(stripe.customers.update(customer, { name: 'x' })).rejects.toMatchObject({ code: 'resource_missing' });
});

describe('a key for idempotent calls', () => {
  it('returns the same answer, once', async () => {
    const create = () => stripe.customers.create({ name: 'Once' }, { idempotencyKey: 'once' });
    const [first, second] = [await create(), await create()];
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    const other = stripe.customers.create({ name: 'Twice' }, { idempotencyKey: 'once' });
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it('makes a retry safe after a lost answer', async () => {
    const customer = await customerWith(sandbox);
    const subscribe = () =>
      stripe.subscriptions.create(
        { customer, items: [{ price: 'price_sheaf_team_month' }] },
        { idempotencyKey: `lost ${customer}` },
      );
    sandbox.control.fail({ path: '/v1/subscriptions', method: 'POST', action: { kind: 'cut', afterBytes: 10 } });
    await expect(subscribe()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect((await subscribe()).status).toBe('active');
    expect(sandbox.control.charges({ customer })).toHaveLength(1);
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(1);
  });

  it('remembers a refused card', async () => {
    const customer = await customerWith(sandbox, '4000000000000341');
    const items = [{ price: 'price_sheaf_team_month' }];
    const subscribe = () =>
      stripe.subscriptions.create(
        { customer, items, payment_behavior: 'error_if_incomplete' },
        { idempotencyKey: `refused ${customer}` },
      );
    await expect(subscribe()).rejects.toMatchObject({ code: 'card_declined' });
    sandbox.control.declineCharges({ customer });
    await expect(subscribe()).rejects.toMatchObject({ code: 'card_declined' });
  });
});

describe('a call', () => {
  it('is refused with a clear error', async () => {
    await expect(clientOf({ ...sandbox, clientSecret: 'sk_test_wrong' }).customers.create()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    });
    await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
      message: "No such customer: 'cus_nobody'",
    });
    const misspelled = stripe.customers.create({ nmae: 'Ada' } as Stripe.CustomerCreateParams);
    await expect(misspelled).rejects.toMatchObject({ code: 'parameter_unknown', param: 'nmae' });
    const other = clientOf(sandbox, { apiVersion: '2020-08-27' as Stripe.StripeConfig['apiVersion'] });
    await expect(other.customers.create()).rejects.toThrow('The sandbox speaks');
  });

  it('fails if a test requests it', async () => {
    sandbox.control.fail({ path: '/v1/customers', action: { kind: 'status', status: 429 } });
    await expect(stripe.customers.create()).rejects.toMatchObject({ type: 'StripeRateLimitError' });
    sandbox.control.fail({ path: '/v1/customers', action: { kind: 'status', status: 500 } });
    await expect(stripe.customers.create()).rejects.toMatchObject({ type: 'StripeAPIError' });
  });

  it('reaches only what browsers need if it comes from a browser', async () => {
    const browser = clientOf({ ...sandbox, clientSecret: sandbox.clientId });
    await expect(browser.customers.create()).rejects.toMatchObject({ code: 'secret_key_required' });
    const { id } = await stripe.setupIntents.create({ customer: await customerWith(sandbox) });
    await expect(browser.setupIntents.retrieve(id)).rejects.toMatchObject({ param: 'client_secret' });
  });
});

it('shows an invoice as a receipt', async () => {
  const customer = await customerWith(sandbox);
  const { latest_invoice } = await stripe.subscriptions.create({
    customer,
    items: [{ price: 'price_sheaf_business_year', quantity: 2 }],
  });
  const { invoice_pdf } = await stripe.invoices.retrieve(latest_invoice as string);
  const pdf = Buffer.from(await (await fetch(invoice_pdf!)).arrayBuffer()).toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  expect(pdf).toContain('Receipt');
  expect(pdf).toContain('$384.00 paid');
});
