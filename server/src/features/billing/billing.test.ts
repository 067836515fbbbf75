import { contract, planPrices } from '@sheaf/contract';
import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { requestReconcile } from '../plans/index.ts';
import { cardNumbers, customerOf, saveCard } from './testing/desk.ts';

const { payment, subscription, organizations } = contract;

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));

const team = { plan: 'team', interval: 'month' } as const;

async function subscriber(change: { plan: 'team' | 'business'; interval: 'month' | 'year' } = team) {
  const owner = await person(app);
  const card = await saveCard(stripe, owner);
  const { data } = await owner.call(subscription.change, { body: change });
  return { owner, card, data };
}

const info = async (who: Awaited<ReturnType<typeof person>>) => (await who.call(organizations.info)).data.subscription;
const paidBy = async (who: Awaited<ReturnType<typeof person>>) =>
  stripe.control.charges({ customer: await customerOf(app, who) }).map(({ amount }) => amount);

describe('cards', () => {
  it('are saved as the provider confirmed them, and the first or a new primary one pays', async () => {
    const owner = await person(app);
    expect((await owner.call(payment.cards)).data).toEqual([]);
    const first = await saveCard(stripe, owner, cardNumbers.works, false);
    expect(first).toMatchObject({ brand: 'visa', last4: '4242', exp_month: 11, exp_year: 2034, primary: true });
    expect(first.name).toBe('Ada Lindqvist');
    const second = await saveCard(stripe, owner, cardNumbers.mastercard);
    expect(second.primary).toBe(true);
    const { data } = await owner.call(payment.updateCard, { params: { id: first.id }, body: { primary: true } });
    expect(data).toEqual(first);
    expect((await owner.call(payment.cards)).data.map(({ id, primary }) => [id, primary])).toEqual([
      [first.id, true],
      [second.id, false],
    ]);
    await owner.call(payment.removeCard, { params: { id: second.id } });
    expect((await owner.call(payment.cards)).data).toEqual([first]);
  });

  it('are not saved if they were not confirmed or belong to another workspace', async () => {
    const [owner, other] = [await person(app), await person(app)];
    const { data: intent } = await owner.call(payment.registerCardIntent);
    const body = { register_intent_id: intent.register_intent_id, primary: true };
    expect(await failure(owner.call(payment.addCard, { body }))).toMatchObject({ status: 409, code: 'conflict' });
    expect(await failure(other.call(payment.addCard, { body }))).toMatchObject({ status: 404 });
    const unknown = { register_intent_id: 'seti_unknown', primary: true };
    expect(await failure(owner.call(payment.addCard, { body: unknown }))).toMatchObject({ status: 404 });
  });

  it('replace a removed primary one, the newest first', async () => {
    const owner = await person(app);
    await saveCard(stripe, owner, cardNumbers.asksOnce);
    const newer = await saveCard(stripe, owner, cardNumbers.mastercard, false);
    const primary = await saveCard(stripe, owner);
    await owner.call(payment.removeCard, { params: { id: primary.id } });
    expect((await owner.call(payment.cards)).data.map(({ last4, primary }) => [last4, primary])).toEqual([
      [newer.last4, true],
      ['3155', false],
    ]);
    expect((await owner.call(subscription.change, { body: team })).data.plan).toBe('team');
  });

  it('cannot be removed while a subscription that continues needs them', async () => {
    const { owner, card } = await subscriber();
    const refused = await failure(owner.call(payment.removeCard, { params: { id: card.id } }));
    expect(refused).toMatchObject({ status: 409, code: 'conflict' });
    await owner.call(subscription.cancel);
    await owner.call(payment.removeCard, { params: { id: card.id } });
  });
});

describe('a subscription', () => {
  it('is paid at once for every member, and activates the plan', async () => {
    const owner = await person(app);
    await person(app, { organizationId: owner.organizationId, role: 'member' });
    expect(await failure(owner.call(subscription.change, { body: team }))).toMatchObject({
      status: 409,
      message: 'Add a card first.',
    });
    await saveCard(stripe, owner);
    const { data: preview } = await owner.call(subscription.preview, { body: team });
    expect(preview).toMatchObject({ due_now: 2 * planPrices.team.month, next_amount: 2 * planPrices.team.month });
    const { data } = await owner.call(subscription.change, { body: team });
    expect(data).toMatchObject({
      plan: 'team',
      status: 'active',
      billing: 'test',
      limits: { members: 100 },
      payment: { interval: 'month', quantity: 2, cancel_at_period_end: false, grace_until: null, next_plan: null },
    });
    expect(await paidBy(owner)).toEqual([2 * planPrices.team.month]);
    const { data: payments, pagination } = await owner.call(payment.list);
    expect(pagination.total).toBe(1);
    expect(payments[0]).toMatchObject({ amount: 2 * planPrices.team.month, currency: 'usd', status: 'paid' });
    const { data: receipt } = await owner.call(payment.receipt, { params: { id: payments[0]!.id } });
    expect(receipt.url).toContain(stripe.url);
  });

  it('changes nothing if the bank declines', async () => {
    for (const number of [cardNumbers.failsLater, cardNumbers.asksAlways]) {
      const owner = await person(app);
      await saveCard(stripe, owner, number);
      const refused = await failure(owner.call(subscription.change, { body: team }));
      expect([refused.status, refused.code]).toEqual([402, 'payment_failed']);
      expect(refused.message).toContain('Nothing was charged.');
      expect(await info(owner)).toMatchObject({ plan: 'free', status: 'active' });
      expect(await paidBy(owner)).toEqual([]);
    }
  });

  it('needs no further confirmation for a card that the bank confirmed once', async () => {
    const owner = await person(app);
    await saveCard(stripe, owner, cardNumbers.asksOnce);
    expect((await owner.call(subscription.change, { body: team })).data.plan).toBe('team');
  });

  it('is changed for what is left of the period, as the preview said', async () => {
    const { owner } = await subscriber();
    stripe.control.advance({ days: 10 });
    const business = { plan: 'business', interval: 'month' } as const;
    // A second later it may be a cent less.
    stripe.control.hold({ isHeld: true });
    const { data: preview } = await owner.call(subscription.preview, { body: business });
    expect(preview.due_now).toBeGreaterThan(0);
    expect(preview.due_now).toBeLessThan(planPrices.business.month);
    const { data } = await owner.call(subscription.change, { body: business });
    stripe.control.hold({ isHeld: false });
    expect(data).toMatchObject({ plan: 'business', limits: { members: null } });
    expect((await paidBy(owner)).at(-1)).toBe(preview.due_now);
    expect(await failure(owner.call(subscription.change, { body: business }))).toMatchObject({ status: 409 });
  });

  it('ends with its period unless it is resumed', async () => {
    const { owner } = await subscriber();
    const { data: canceled } = await owner.call(subscription.cancel);
    expect(canceled).toMatchObject({ plan: 'team', payment: { cancel_at_period_end: true, next_plan: 'free' } });
    const { data: resumed } = await owner.call(subscription.resume);
    expect(resumed).toMatchObject({ payment: { cancel_at_period_end: false, next_plan: null } });
    await owner.call(subscription.change, { body: { plan: 'free' } });
    stripe.control.advance({ days: 32 });
    await reconcile(owner);
    expect(await info(owner)).toMatchObject({ plan: 'free', payment: { interval: null, period_end: null } });
    expect((await app.mailsTo(owner.email)).map(({ subject }) => subject).join()).toContain('has ended');
    expect(await paidBy(owner)).toEqual([planPrices.team.month]);
  });

  it('reports what exceeds a smaller plan', async () => {
    const { owner } = await subscriber();
    const { organizationId } = owner;
    for (let i = 0; i < 11; i++) await person(app, { organizationId, role: 'member' });
    const { data: preview } = await owner.call(subscription.preview, { body: { plan: 'free' } });
    expect(preview.exceeded).toEqual([{ limit: 'members', used: 12, allowed: 10 }]);
    const refused = await failure(owner.call(subscription.change, { body: { plan: 'free' } }));
    expect(refused).toMatchObject({ status: 409, code: 'over_limits' });
    expect(refused.errors.members?.[0]).toContain('10 members');
  });

  it('follows the number of members', async () => {
    const { owner } = await subscriber();
    const { organizationId } = owner;
    for (let i = 0; i < 3; i++) await person(app, { organizationId, role: 'member' });
    await reconcile(owner);
    expect(await info(owner)).toMatchObject({ payment: { quantity: 4 } });
  });

  it('ends with its deleted workspace, along with the cards, and a restored workspace is on the free plan', async () => {
    const { owner } = await subscriber();
    const customer = await customerOf(app, owner);
    const { organizationId: id } = owner;
    await owner.call(organizations.delete, { params: { id } });
    await app.work();
    expect([...stripe.state.subscriptions].find((one) => one.customer === customer)?.status).toBe('canceled');
    expect([...stripe.state.paymentMethods].filter((one) => one.customer === customer)).toEqual([]);
    await owner.call(organizations.restore, { params: { id } });
    expect(await info(owner)).toMatchObject({ plan: 'free', payment: { interval: null } });
    expect((await owner.call(payment.cards)).data).toEqual([]);
  });
});

describe('a payment that fails', () => {
  it('gives 14 days before the workspace becomes read-only, and paying restores everything', async () => {
    const { owner } = await subscriber();
    const member = await person(app, { organizationId: owner.organizationId, role: 'member' });
    const customer = await customerOf(app, owner);
    stripe.control.declineCharges({ customer, code: 'insufficient_funds' });
    stripe.control.advance({ days: 32 });
    await reconcile(owner);
    const due = await info(owner);
    expect(due).toMatchObject({ plan: 'team', status: 'past_due' });
    expect(due.payment?.grace_until).not.toBeNull();
    expect((await info(member)).payment).toBeNull();
    await member.call(contract.labels.create, { body: { name: 'Still works', color: '#e03131' } });
    stripe.control.advance({ days: 14 });
    await reconcile(owner);
    expect(await info(member)).toMatchObject({ plan: 'team', status: 'read_only' });
    const label = { body: { name: 'Too late', color: '#e03131' } } as const;
    const refused = await failure(member.call(contract.labels.create, label));
    expect([refused.status, refused.code]).toEqual([402, 'read_only']);
    expect(refused.message).toContain('Ask an owner');
    expect((await member.call(contract.labels.list)).data).toHaveLength(1);
    expect(await failure(owner.call(subscription.pay))).toMatchObject({ status: 402, code: 'payment_failed' });
    await saveCard(stripe, owner, cardNumbers.mastercard);
    const { data } = await owner.call(subscription.pay);
    expect(data).toMatchObject({ plan: 'team', status: 'active', payment: { grace_until: null } });
    await member.call(contract.labels.create, label);
    await app.work();
    const subjects = (await app.mailsTo(owner.email)).map(({ subject }) => subject.replace(/Organisation \d+/, 'it'));
    expect(subjects).toEqual(['The payment for it was received', 'it is read-only', 'The payment for it failed']);
  });
});

it('lets owners manage billing, admins see it, and others see the plan', async () => {
  const { owner } = await subscriber();
  const { organizationId } = owner;
  const admin = await person(app, { organizationId, role: 'admin' });
  const guest = await person(app, { organizationId, role: 'guest' });
  expect((await admin.call(payment.cards)).data).toHaveLength(1);
  expect((await info(admin)).payment).toMatchObject({ interval: 'month' });
  expect(await failure(admin.call(subscription.cancel))).toMatchObject({ status: 403 });
  expect(await info(guest)).toMatchObject({ plan: 'team', limits: { members: 100 }, payment: null });
  expect(await failure(guest.call(payment.list))).toMatchObject({ status: 403 });
});

it('has no limits, cards or calls without billing', async () => {
  const free = await testApp({ billing: false }, { stripe });
  const owner = await person(free);
  const { data } = await owner.call(organizations.info);
  expect(data.subscription).toMatchObject({ billing: 'off', status: 'active', payment: null });
  expect(Object.values(data.subscription.limits)).toEqual([null, null, null, null, null]);
  expect(await failure(owner.call(payment.cards))).toMatchObject({ status: 404 });
  expect(await failure(owner.call(subscription.change, { body: team }))).toMatchObject({ status: 404 });
  await free.close();
});

it.each(['deleted', 'unknown'])(
  'creates a customer who is %s at the provider again, without a paid plan',
  async (how) => {
    const { owner } = await subscriber();
    const customer = await customerOf(app, owner);
    stripe.state.customers.delete(customer);
    if (how === 'deleted') stripe.state.deletedCustomers.add(customer);
    await reconcile(owner);
    expect(await info(owner)).toMatchObject({ plan: 'free' });
    await saveCard(stripe, owner);
    expect((await owner.call(subscription.change, { body: team })).data.plan).toBe('team');
  },
);

/** As after a webhook. */
async function reconcile({ organizationId }: { organizationId: string }): Promise<void> {
  await requestReconcile(app.services.db, organizationId);
  await app.work();
}
