import { contract } from '@sheaf/contract';
import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { customerOf, saveCard } from '../testing/desk.ts';

const { organizations, subscription } = contract;

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));
const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
stripe.control.webhook({ url: `${url}/api/webhooks/stripe` });

const post = (payload: string, signature?: string) =>
  app.request({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
    payload,
  });

const signed = (payload: string, secret = stripe.settings.webhookSecret, timestamp?: number) =>
  new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret, timestamp });

/** The number of reconciles requested for a workspace. */
const waiting = async ({ organizationId }: { organizationId: string }) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from graphile_worker.jobs
    where task_identifier = 'billing.look-again' and key = ${`billing ${organizationId} now`}`.execute(app.services.db);
  return rows[0]!.count;
};

/** A workspace with a card, whose own webhooks do not arrive. */
async function known() {
  stripe.control.webhooks({ mode: 'lose' });
  const owner = await person(app);
  await saveCard(stripe, owner);
  await app.work();
  return owner;
}

it('changes at the provider arrive here', async () => {
  const owner = await person(app);
  await saveCard(stripe, owner);
  await owner.call(subscription.change, { body: { plan: 'team', interval: 'month' } });
  stripe.control.declineCharges({ customer: await customerOf(app, owner), code: 'generic_decline' });
  stripe.control.advance({ days: 32 });
  const status = await until('status of the payment', async () => {
    await app.work();
    const found = (await owner.call(organizations.info)).data.subscription.status;
    return found === 'active' ? undefined : found;
  });
  expect(status).toBe('past_due');
});

it('accepts only events with a current signature of the provider', async () => {
  const owner = await known();
  const customer = await customerOf(app, owner);
  const payload = JSON.stringify({ id: 'evt_forged', type: 'invoice.paid', data: { object: { customer } } });
  const old = Math.floor(Date.now() / 1000) - 3600;
  const answers = [
    await post(payload),
    await post(payload, 't=1,v1=zz'),
    await post(payload, signed(payload, 'whsec_other')),
    await post(payload, signed(`${payload} `)),
    await post(payload, signed(payload, undefined, old)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(await waiting(owner)).toBe(0);
});

it('ignores a repeated event and one about an unknown customer', async () => {
  const owner = await known();
  const event = (id: string, customer: string) =>
    JSON.stringify({ id, type: 'invoice.paid', data: { object: { customer } } });
  const stranger = event('evt_stranger', 'cus_unknown');
  expect((await post(stranger, signed(stranger))).status).toBe(204);
  expect(await waiting(owner)).toBe(0);
  const ours = event('evt_ours', await customerOf(app, owner));
  expect((await post(ours, signed(ours))).status).toBe(204);
  expect(await waiting(owner)).toBe(1);
  await app.work();
  await Promise.all(Array.from({ length: 5 }, () => post(ours, signed(ours))));
  expect(await waiting(owner)).toBe(0);
});
