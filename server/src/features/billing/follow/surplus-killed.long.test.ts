import { contract, planPrices } from '@sheaf/contract';
import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { killableServices } from '../../../testing/killable-services.ts';
import { person } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { customerOf, saveCard } from '../testing/desk.ts';
import { reconcile } from './reconcile.ts';

const { subscription } = contract;

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));

it('refunds a second subscription once and notifies once when killed at any statement', async () => {
  for (let dieAt = 1, isAlive = false; !isAlive; dieAt++) {
    const owner = await person(app);
    await saveCard(stripe, owner);
    await owner.call(subscription.change, { body: { plan: 'team', interval: 'month' } });
    const customer = await customerOf(app, owner);
    const items = [{ price: 'price_sheaf_team_month', quantity: 1 }];
    await app.services.payments!.stripe.subscriptions.create({ customer, items });
    const by = { organizationId: owner.organizationId };
    const process = killableServices(app.services, dieAt, async () => {});
    await reconcile(process.services, by).catch(() => {});
    isAlive = !process.isDead;
    await process.end();
    await reconcile(app.services, by);
    await app.work();
    const live = [...stripe.state.subscriptions].filter(
      (one) => one.customer === customer && one.status !== 'canceled',
    );
    expect(live.length, `killed at statement ${dieAt}`).toBe(1);
    const refunds = stripe.control.refunds({ customer }).map(({ amount }) => amount);
    expect(refunds, `killed at statement ${dieAt}`).toEqual([planPrices.team.month]);
    const mails = await app.mailsTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^A second subscription/)]);
  }
});
