import { contract, planPrices } from '@sheaf/contract';
import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { secondServer } from '../../../testing/servers/second-server.ts';
import { testApp } from '../../../testing/test-app.ts';
import { requestReconcile } from '../../plans/index.ts';
import { customerOf, saveCard } from '../testing/desk.ts';
import { holding } from '../testing/holding.ts';
import { reconcile } from './reconcile.ts';

const { organizations, payment, subscription } = contract;

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));

/** A workspace on Team (monthly) that also has a subscription to Business (yearly). */
async function paysTwice() {
  const owner = await person(app);
  await saveCard(stripe, owner);
  await owner.call(subscription.change, { body: { plan: 'team', interval: 'month' } });
  const customer = await customerOf(app, owner);
  const items = [{ price: 'price_sheaf_business_year', quantity: 1 }];
  const { id } = await app.services.payments!.stripe.subscriptions.create({ customer, items });
  return { owner, customer, surplus: id };
}

const plansOf = (customer: string) =>
  [...stripe.state.subscriptions]
    .filter((one) => one.customer === customer)
    .map((one) => [one.items.data[0]!.price.lookup_key, one.status]);

const amounts = (given: { amount: number }[]) => given.map(({ amount }) => amount);

async function expectOneLeft({ owner, customer }: { owner: TestPerson; customer: string }) {
  expect(plansOf(customer)).toEqual([
    ['team_month', 'active'],
    ['business_year', 'canceled'],
  ]);
  expect(amounts(stripe.control.refunds({ customer }))).toEqual([planPrices.business.year]);
  expect(stripe.state.customers.need(customer).balance).toBe(0);
  await app.work();
  const mails = (await app.mailsTo(owner.email)).filter(({ subject }) => subject.startsWith('A second subscription'));
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('refunded $');
  expect((await owner.call(organizations.info)).data.subscription.plan).toBe('team');
}

it('a job or a webhook ends a second subscription, refunds what was paid for it and notifies the owner', async () => {
  const paying = await paysTwice();
  await requestReconcile(app.services.db, paying.owner.organizationId);
  await app.work();
  await expectOneLeft(paying);
  const { data } = await paying.owner.call(payment.list);
  const refunded = data.filter(({ description }) => description.endsWith(' (refunded)'));
  expect(amounts(refunded)).toEqual([planPrices.business.year]);
  // Afterwards there is nothing left to do.
  await reconcile(app.services, { organizationId: paying.owner.organizationId });
  await expectOneLeft(paying);
});

it('canceling ends all subscriptions', async () => {
  const paying = await paysTwice();
  await paying.owner.call(subscription.cancel);
  await expectOneLeft(paying);
  stripe.control.advance({ days: 32 });
  expect(plansOf(paying.customer).map(([, status]) => status)).toEqual(['canceled', 'canceled']);
});

it('two processes that find it at the same time end the same one', async () => {
  const paying = await paysTwice();
  const other = await secondServer(app);
  const by = { organizationId: paying.owner.organizationId };
  const found = holding(app.services.payments!, stripe, { path: '/v1/subscriptions', what: 'answer' });
  const first = reconcile({ ...app.services, payments: found.payments }, by);
  await found.held;
  await reconcile(other.services, by);
  found.letGo();
  await first;
  await expectOneLeft(paying);
  await other.close();
});

it('a subscription to something other than a plan is left alone', async () => {
  const owner = await person(app);
  await saveCard(stripe, owner);
  await owner.call(subscription.change, { body: { plan: 'team', interval: 'month' } });
  const customer = await customerOf(app, owner);
  const team = stripe.state.prices.need('price_sheaf_team_month');
  stripe.state.prices.add({ ...team, id: 'price_support', lookup_key: 'support', metadata: {} });
  const { stripe: client } = app.services.payments!;
  await client.subscriptions.create({ customer, items: [{ price: 'price_support' }] });
  await reconcile(app.services, { organizationId: owner.organizationId });
  expect(plansOf(customer).map(([, status]) => status)).toEqual(['active', 'active']);
  expect((await owner.call(organizations.info)).data.subscription.plan).toBe('team');
});

it('a refund that the provider refuses keeps no one from their plan, and is tried again', async () => {
  const paying = await paysTwice();
  const by = { organizationId: paying.owner.organizationId };
  stripe.control.fail({ method: 'POST', path: '/v1/refunds', action: { kind: 'status', status: 400 } });
  await reconcile(app.services, by);
  expect(stripe.control.refunds({ customer: paying.customer })).toEqual([]);
  expect((await paying.owner.call(organizations.info)).data.subscription.plan).toBe('team');
  await reconcile(app.services, by);
  await expectOneLeft(paying);
});
