import { contract, planPrices } from '@sheaf/contract';
import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Services } from '../../services.ts';
import { memberOf } from '../../testing/member.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { secondServer } from '../../testing/servers/second-server.ts';
import { testApp } from '../../testing/test-app.ts';
import { cancel } from './cancel.ts';
import { changePlan } from './change-plan.ts';
import { insertRequest } from './requests.queries.ts';
import { customerOf, saveCard } from './testing/desk.ts';
import { holding } from './testing/holding.ts';

const { organizations } = contract;

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));
const other = await forThisFile(secondServer(app));

const team = { plan: 'team', interval: 'month' } as const;
const business = { plan: 'business', interval: 'year' } as const;
const busy = { code: 'conflict', message: 'Another change is being made. Try again in a moment.' };
const subscribes = { method: 'POST', path: '/v1/subscriptions' } as const;

async function ownerWithCard(): Promise<TestPerson> {
  const owner = await person(app);
  await saveCard(stripe, owner);
  return owner;
}

/** The workspace's subscriptions and charges at the provider. */
async function atProvider(owner: TestPerson) {
  const customer = await customerOf(app, owner);
  const live = [...stripe.state.subscriptions].filter((one) => one.customer === customer && one.status === 'active');
  return { live: live.length, charges: stripe.control.charges({ customer }).map(({ amount }) => amount) };
}

const customerIdOf = async ({ organizationId }: TestPerson) =>
  (
    await sql<{ id: string }>`select id from billing_customers where organization_id = ${organizationId}`.execute(
      app.services.db,
    )
  ).rows[0]!.id;

const openRequests = async (owner: TestPerson) =>
  (
    await sql`select from billing_requests where customer_id = ${await customerIdOf(owner)} and ended_at is null`.execute(
      app.services.db,
    )
  ).rows.length;

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition).toBe(true);
}

for (const [title, wanted] of [
  ['the same plan', team],
  ['another plan and interval', business],
] as const)
  for (const what of ['request', 'answer'] as const)
    it(`a second click on ${title} while the ${what} of the first is in transit buys nothing`, async () => {
      const owner = await ownerWithCard();
      const first = holding(app.services.payments!, stripe, { ...subscribes, what });
      const bought = changePlan({ ...app.services, payments: first.payments }, memberOf(owner), team);
      await first.held;
      await expect(changePlan(other.services, memberOf(owner), wanted)).rejects.toMatchObject(busy);
      first.letGo();
      expect(await bought).toMatchObject({ plan: 'team' });
      expect(await atProvider(owner)).toEqual({ live: 1, charges: [planPrices.team.month] });
    });

for (const process of ['the same process', 'another process'] as const)
  it(`a second click that decides in ${process} while the first is carried out buys nothing`, async () => {
    const owner = await ownerWithCard();
    const second: Services = process === 'the same process' ? app.services : other.services;
    // The first request is stored, but the provider has not received it.
    const first = holding(app.services.payments!, stripe, { ...subscribes, what: 'request' });
    const bought = changePlan({ ...app.services, payments: first.payments }, memberOf(owner), team);
    await first.held;
    // The second sees that nothing is paid for. Its third reading is the last before it decides.
    const third = { path: '/v1/subscriptions', nth: 3, what: 'answer' } as const;
    const reading = holding(app.services.payments!, stripe, third);
    let hasEnded = false;
    const again = changePlan({ ...second, payments: reading.payments }, memberOf(owner), team).then(
      () => 'bought',
      (error) => error,
    );
    void again.finally(() => {
      hasEnded = true;
    });
    await reading.held;
    // The second waits in the middle of its decision until the first is done.
    const { waiter, release } = await holdCards();
    reading.letGo();
    await until(async () => hasEnded || (await waiter()));
    first.letGo();
    await until(async () => (await openRequests(owner)) === 0);
    await release();
    expect(await again).toMatchObject(busy);
    await bought;
    expect(await atProvider(owner)).toEqual({ live: 1, charges: [planPrices.team.month] });
  });

/** Blocks reads of cards until released. */
async function holdCards() {
  const holder = await app.services.pool.connect();
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  await holder.query('begin');
  await holder.query('lock table billing_cards in access exclusive mode');
  return {
    async waiter() {
      const waiting = await app.services.pool.query(
        'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [rows[0]!.pid],
      );
      return waiting.rows.length > 0;
    },
    async release() {
      await holder.query('commit');
      holder.release();
    },
  };
}

it('finds a subscription whose answer was lost instead of buying it again, also in another plan', async () => {
  const owner = await ownerWithCard();
  const lost = holding(app.services.payments!, stripe, { ...subscribes, what: 'answer' });
  const call = changePlan({ ...app.services, payments: lost.payments }, memberOf(owner), team).catch((error) => error);
  await lost.held;
  lost.lose();
  expect(await call).toMatchObject({ code: 'unavailable' });
  await expect(changePlan(app.services, memberOf(owner), team)).rejects.toMatchObject(busy);
  await expect(changePlan(app.services, memberOf(owner), business)).rejects.toMatchObject(busy);
  // The process that made the request is long gone. The next reconcile repeats it under the same key.
  await sql`update billing_requests set created_at = created_at - interval '2 minutes' where ended_at is null`.execute(
    app.services.db,
  );
  await expect(changePlan(app.services, memberOf(owner), team)).rejects.toMatchObject({
    message: 'The workspace is already on this plan.',
  });
  expect(await atProvider(owner)).toEqual({ live: 1, charges: [planPrices.team.month] });
  expect((await owner.call(organizations.info)).data.subscription.plan).toBe('team');
  await cancel(app.services, memberOf(owner));
  const customer = await customerOf(app, owner);
  const [only] = [...stripe.state.subscriptions].filter((one) => one.customer === customer);
  expect(only).toMatchObject({ cancel_at_period_end: true });
});

it('the database refuses a request for a second subscription', async () => {
  const owner = await ownerWithCard();
  const { db } = app.services;
  const id = await customerIdOf(owner);
  const body = { kind: 'subscribe', customer: 'cus_x', price: 'p', quantity: 1, card: 'pm_x', tax: false } as const;
  const refused = { code: '23505' };
  const made = await insertRequest(db, id, body);
  await expect(insertRequest(db, id, body)).rejects.toMatchObject(refused);
  // The request has ended, but the provider has not been read since.
  await sql`update billing_requests set ended_at = now(), ended_look = 1000 where id = ${made.id}`.execute(db);
  await expect(insertRequest(db, id, body)).rejects.toMatchObject(refused);
  await sql`delete from billing_requests where id = ${made.id}`.execute(db);
  await changePlan(app.services, memberOf(owner), team);
  await expect(insertRequest(db, id, body)).rejects.toMatchObject(refused);
});
