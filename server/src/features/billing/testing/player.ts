import type { StripeSandbox } from '@sheaf/sandbox';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { expect } from 'vitest';
import { AppError } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { killableServices } from '../../../testing/killable-services.ts';
import { memberOf } from '../../../testing/member.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { deleteMembership } from '../../organizations/index.ts';
import { requestReconcile } from '../../plans/index.ts';
import { cancel, payOpenInvoices, resume } from '../cancel.ts';
import { changePlan } from '../change-plan.ts';
import { reconcileDue, reconcileHandler } from '../index.ts';
import { cardNumbers, customerOf, saveCard } from './desk.ts';
import type { Step, Upset } from './history.ts';

const idle = new AbortController().signal;

/** Plays a history in a workspace of its own, and compares our state with the provider's. */
export class Player {
  readonly #app: TestApp;
  readonly #stripe: StripeSandbox;
  readonly #owner: TestPerson;
  readonly #others: TestPerson[] = [];
  /** The number of calls that may be charged once each. */
  #purchases = 0;

  constructor(app: TestApp, stripe: StripeSandbox, owner: TestPerson) {
    this.#app = app;
    this.#stripe = stripe;
    this.#owner = owner;
  }

  get #viewer(): Member {
    return memberOf(this.#owner);
  }

  async play(step: Step): Promise<void> {
    const { organizationId } = this.#owner;
    const { control } = this.#stripe;
    const { db } = this.#app.services;
    switch (step.kind) {
      case 'change':
        this.#purchases += 1;
        await this.#upset(step.upset, (services) => changePlan(services, this.#viewer, step));
        break;
      case 'cancel':
      case 'resume':
      case 'pay': {
        const call = { cancel, resume, pay: payOpenInvoices }[step.kind];
        await this.#upset(step.upset, (services) => call(services, this.#viewer));
        break;
      }
      case 'card':
        await saveCard(this.#stripe, this.#owner, step.works ? cardNumbers.works : cardNumbers.failsLater);
        break;
      case 'bank': {
        const customer = await customerOf(this.#app, this.#owner);
        control.declineCharges({ customer, ...(step.refuses && { code: 'insufficient_funds' }) });
        break;
      }
      case 'join':
        if (this.#others.length > 5) break;
        this.#others.push(await person(this.#app, { organizationId, role: 'member' }));
        await requestReconcile(db, organizationId);
        break;
      case 'leave': {
        const who = this.#others.pop();
        if (who) await deleteMembership(db, organizationId, who.id);
        break;
      }
      case 'days':
        control.advance({ days: step.count });
        break;
      case 'webhooks':
        control.webhooks({ mode: step.mode });
        break;
      case 'release':
        control.release({ order: step.order });
        break;
      case 'work':
        await this.#upset(step.upset, (services) => work(this.#app, services));
    }
    await this.#neverTwice();
  }

  /** Runs a call with the given interruption. Without one, only refusals meant for people may occur. */
  async #upset(upset: Upset, act: (services: Services) => Promise<unknown>): Promise<void> {
    const { services } = this.#app;
    const dies = upset && 'dieAt' in upset ? upset.dieAt : null;
    const process = dies === null ? null : killableServices(services, dies, async () => {});
    const payments = upset && 'lost' in upset ? this.#unreliable(upset) : this.#reliable();
    await act({ ...(process?.services ?? services), payments }).catch((error) => {
      const isExpected =
        error instanceof AppError && ['conflict', 'payment_failed', 'over_limits'].includes(error.code);
      if (!upset && !isExpected) throw error;
    });
    await process?.end();
    if (!upset) return;
    // The interrupted process is gone, and the job it left behind is due.
    await sql`update billing_requests set created_at = created_at - interval '2 minutes' where ended_at is null`.execute(
      services.db,
    );
    await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()`.execute(
      services.db,
    );
    await sql`update graphile_worker._private_job_queues set locked_at = null, locked_by = null`.execute(services.db);
  }

  #reliable() {
    return { ...this.#app.services.payments!, stripe: this.#client(globalThis.fetch) };
  }

  /** Loses the nth changing call or its answer; afterwards nothing gets through. */
  #unreliable({ call, lost }: { call: number; lost: 'request' | 'answer' }) {
    let calls = 0;
    const send: typeof fetch = async (...request) => {
      if (calls < call && request[1]?.method !== 'POST') return fetch(...request);
      calls += 1;
      if (calls < call) return fetch(...request);
      if (calls === call && lost === 'answer') await (await fetch(...request)).arrayBuffer();
      throw new Error('the connection broke');
    };
    return { ...this.#app.services.payments!, stripe: this.#client(send) };
  }

  #client(send: typeof fetch): Stripe {
    const { hostname, port } = new URL(this.#stripe.url);
    return new Stripe(this.#stripe.clientSecret, {
      host: hostname,
      port: Number(port),
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
      httpClient: Stripe.createFetchHttpClient(send),
    });
  }

  async #neverTwice(): Promise<void> {
    const customer = await customerOf(this.#app, this.#owner);
    const { subscriptions, invoices } = this.#stripe.state;
    const live = [...subscriptions].filter(
      (one) => one.customer === customer && !['canceled', 'incomplete_expired'].includes(one.status),
    );
    expect(live.length).toBeLessThanOrEqual(1);
    const charges = this.#stripe.control.charges({ customer });
    expect(new Set(charges.map(({ invoice }) => invoice)).size).toBe(charges.length);
    const bought = charges.filter(({ invoice }) =>
      ['subscription_create', 'subscription_update'].includes(invoices.get(invoice)?.billing_reason ?? ''),
    );
    expect(bought.length).toBeLessThanOrEqual(this.#purchases);
  }

  /** Stops all events, and runs only the scheduled jobs, which must be enough. */
  async settle(): Promise<void> {
    const { db } = this.#app.services;
    this.#stripe.control.webhooks({ mode: 'lose' });
    this.#stripe.control.lose();
    await this.#stripe.control.webhooksIdle();
    await sql`update billing_customers set next_look_at = now()`.execute(db);
    await sql`update billing_requests set created_at = created_at - interval '2 minutes' where ended_at is null`.execute(
      db,
    );
    const services = { ...this.#app.services, payments: this.#reliable() };
    await work(this.#app, services);
    await reconcileDue.run({}, services, idle);
    await work(this.#app, services);
  }

  async check(): Promise<void> {
    const customer = await customerOf(this.#app, this.#owner);
    const { state } = this.#stripe;
    const ours = await this.#ours();
    const all = [...state.subscriptions].filter((one) => one.customer === customer).toReversed();
    const theirs = all.find(({ status }) => status !== 'canceled') ?? all[0];
    if (!theirs) expect(ours).toMatchObject({ plan: 'free', subscription: null });
    else {
      const item = theirs.items.data[0]!;
      const [plan, interval] = item.price.lookup_key!.split('_');
      const isLive = theirs.status !== 'canceled';
      expect(ours.subscription).toMatchObject({
        provider_id: theirs.id,
        plan,
        interval,
        quantity: item.quantity,
        status: theirs.status,
        period_end: new Date(item.current_period_end * 1000),
        cancel_at_period_end: theirs.cancel_at_period_end,
      });
      if (isLive) expect(item.quantity).toBe(this.#others.length + 1);
      // The workspace has the plan if it pays for it, and only then.
      expect(ours.plan).toBe(isLive ? plan : 'free');
      expect(ours.read_only).toBe(isLive && this.#isOverdue(customer, theirs.status));
    }
    const cards = [...state.paymentMethods].filter((one) => one.customer === customer).map(({ id }) => id);
    expect(ours.cards.sort()).toEqual(cards.sort());
    const invoices = [...state.invoices].filter((one) => one.customer === customer && one.status !== 'draft');
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(ours.payments.sort(byId)).toEqual(invoices.map(({ id, total }) => ({ id, amount: total })).sort(byId));
  }

  #isOverdue(customer: string, status: string): boolean {
    const open = [...this.#stripe.state.invoices].filter(
      (one) => one.customer === customer && one.status === 'open' && one.amount_due > 0,
    );
    const oldest = Math.min(...open.map(({ created }) => created));
    return ['past_due', 'unpaid'].includes(status) && oldest + 14 * 86_400 <= this.#stripe.control.now();
  }

  async #ours() {
    const { db } = this.#app.services;
    const { organizationId } = this.#owner;
    const organization = await db
      .selectFrom('organizations')
      .select(['plan', 'read_only'])
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow();
    const { id } = await db
      .selectFrom('billing_customers')
      .select('id')
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    const of = async <Row>(table: string) =>
      (await sql<Row>`select * from ${sql.table(table)} where customer_id = ${id}`.execute(db)).rows;
    const [subscription = null] = await of('billing_subscriptions');
    const cards = await of<{ provider_id: string }>('billing_cards');
    const payments = await of<{ provider_id: string; amount: number }>('billing_payments');
    return {
      ...organization,
      subscription,
      cards: cards.map(({ provider_id }) => provider_id),
      payments: payments.map(({ provider_id, amount }) => ({ id: provider_id, amount })),
    };
  }
}

/** Runs every due job of billing as a worker would. */
async function work(app: TestApp, services: Services): Promise<void> {
  // The queue itself is not interrupted.
  await runDueJobs(app.services.pool, [
    { name: reconcileHandler.name, run: (payload) => reconcileHandler.run(payload, services, idle) },
    { name: 'mail.send', run: async () => {} },
  ]);
}
