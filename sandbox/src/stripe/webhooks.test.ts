import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type StripeSandbox, startStripe } from './server.ts';
import { clientOf, customerWith } from './testing.ts';

let sandbox: StripeSandbox;
let stripe: Stripe;
let receiver: Server;
let url: string;
/** The received events, as verified by the SDK. */
let received: Stripe.Event[] = [];
let status = 200;
let secret: string;

beforeAll(async () => {
  sandbox = await startStripe();
  stripe = clientOf(sandbox);
  receiver = createServer(async (request, response) => {
    const body = await text(request);
    try {
      const event = stripe.webhooks.constructEvent(body, request.headers['stripe-signature']!, secret);
      if (status === 200) received.push(event);
      response.writeHead(status).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks/stripe`;
  secret = sandbox.settings.webhookSecret;
  sandbox.control.webhook({ url });
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await sandbox.stop();
});
afterEach(async () => {
  await sandbox.control.webhooksIdle();
  sandbox.control.webhooks({ mode: 'deliver' });
  received = [];
  status = 200;
});

const types = () => received.map(({ type }) => type);

describe('events', () => {
  it('arrive signed, in order, with their changes', async () => {
    const { id } = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'ada' });
    await stripe.customers.update(id, { name: 'Ada Lindqvist' });
    await sandbox.control.webhooksIdle();
    expect(types()).toEqual(['customer.created', 'customer.updated']);
    expect(received[0]!.request?.idempotency_key).toBe('ada');
    expect(received[1]!.data).toMatchObject({ object: { id }, previous_attributes: { name: 'Ada' } });
  });

  it('report a subscription, its invoice and its payment', async () => {
    const customer = await customerWith(sandbox);
    await stripe.subscriptions.create({ customer, items: [{ price: 'price_sheaf_team_month' }] });
    await sandbox.control.webhooksIdle();
    expect(types()).toEqual(
      expect.arrayContaining([
        'payment_method.attached',
        'invoice.created',
        'customer.subscription.created',
        'invoice.finalized',
        'payment_intent.succeeded',
        'invoice.paid',
        'customer.subscription.updated',
      ]),
    );
    const paid = received.find(({ type }) => type === 'invoice.paid')!;
    expect(paid.data.object).toMatchObject({ customer, status: 'paid' });
  });

  it('are sent only to addresses of this machine, each with a secret of its own', async () => {
    const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ['payment_method.attached'] });
    expect(endpoint.secret).toMatch(/^whsec_/);
    const elsewhere = stripe.webhookEndpoints.create({ url: 'https://example.com/', enabled_events: ['*'] });
    await expect(elsewhere).rejects.toMatchObject({ code: 'url_invalid' });
  });
});

describe('control', () => {
  it('holds events, and releases or drops them', async () => {
    sandbox.control.webhooks({ mode: 'hold' });
    await stripe.customers.create({ name: 'First' });
    await stripe.customers.create({ name: 'Second' });
    await stripe.customers.create({ name: 'Third' });
    await sandbox.control.webhooksIdle();
    expect(received).toEqual([]);
    const held = [...sandbox.state.events].slice(-3).map(({ id }) => id);
    sandbox.control.release({ order: 'reverse' });
    await sandbox.control.webhooksIdle();
    expect(received.map(({ id }) => id)).toEqual(held.toReversed());
    await stripe.customers.create({ name: 'Lost' });
    sandbox.control.lose();
    sandbox.control.release();
    await sandbox.control.webhooksIdle();
    expect(received).toHaveLength(3);
  });

  it('drops events, or delivers them twice', async () => {
    sandbox.control.webhooks({ mode: 'lose' });
    await stripe.customers.create({ name: 'Lost' });
    sandbox.control.webhooks({ mode: 'repeat' });
    await stripe.customers.create({ name: 'Twice' });
    await sandbox.control.webhooksIdle();
    expect(received).toHaveLength(2);
    expect(received[0]!.id).toBe(received[1]!.id);
  });

  it('retries failed deliveries', async () => {
    status = 500;
    await stripe.customers.create({ name: 'Refused' });
    await sandbox.control.webhooksIdle();
    expect(received).toEqual([]);
    status = 200;
    sandbox.control.advance({ seconds: 1 });
    await sandbox.control.webhooksIdle();
    expect(types()).toEqual(['customer.created']);
  });
});
