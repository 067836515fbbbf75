import { contract } from '@sheaf/contract';
import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { reconcileDue } from '../index.ts';
import { customerOf, saveCard } from '../testing/desk.ts';
import { holding } from '../testing/holding.ts';
import { reconcile } from './reconcile.ts';

const { organizations, subscription } = contract;

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));

async function subscriber(): Promise<TestPerson> {
  const owner = await person(app);
  await saveCard(stripe, owner);
  await owner.call(subscription.change, { body: { plan: 'team', interval: 'month' } });
  return owner;
}

it('an older reading of the provider replaces nothing that a newer one wrote', async () => {
  const owner = await subscriber();
  const by = { organizationId: owner.organizationId };
  // The second reading is the one it writes.
  const second = { path: '/v1/subscriptions', nth: 2, what: 'answer' } as const;
  const { payments, held, letGo } = holding(app.services.payments!, stripe, second);
  const older = reconcile({ ...app.services, payments }, by);
  await held;
  await owner.call(subscription.cancel);
  letGo();
  await older;
  const { payment } = (await owner.call(organizations.info)).data.subscription;
  expect(payment).toMatchObject({ cancel_at_period_end: true });
});

it('a scheduled job catches what no webhook reported', async () => {
  const owner = await subscriber();
  const [one] = [...stripe.state.subscriptions].filter(({ customer }) => customer !== null).slice(-1);
  expect(one!.customer).toBe(await customerOf(app, owner));
  await owner.call(subscription.cancel);
  stripe.control.advance({ days: 32 });
  const idle = new AbortController().signal;
  await reconcileDue.run({}, app.services, idle);
  await app.work();
  expect((await owner.call(organizations.info)).data.subscription.plan).toBe('team');
  // By the provider's clock, the period ends in a month.
  await sql`update billing_customers set next_look_at = now()`.execute(app.services.db);
  await reconcileDue.run({}, app.services, idle);
  await app.work();
  expect((await owner.call(organizations.info)).data.subscription.plan).toBe('free');
});

it('a workspace that is deleted for good leaves no customer behind', async () => {
  const owner = await subscriber();
  const customer = await customerOf(app, owner);
  const { organizationId: id } = owner;
  await owner.call(organizations.delete, { params: { id } });
  await app.work();
  await sql`delete from organizations where id = ${id}`.execute(app.services.db);
  await sql`update billing_customers set next_look_at = now()`.execute(app.services.db);
  await reconcileDue.run({}, app.services, new AbortController().signal);
  await app.work();
  expect(stripe.state.customers.get(customer)).toBeUndefined();
  const { rows } = await sql`select from billing_customers where provider_id = ${customer}`.execute(app.services.db);
  expect(rows).toEqual([]);
});
