import { faultControl } from '../shared/control.ts';
import type { Faults } from '../shared/faults.ts';
import { runDue } from './billing/due.ts';
import { authenticateSetup } from './calls/setup-intents.ts';
import { addEndpoint, readUrl, type WebhookMode, type Webhooks } from './webhooks.ts';
import type { World } from './world.ts';

export type StripeControl = ReturnType<typeof createControl>;

/** The control calls for tests, also available as POST /_control/<name>. Takes and returns plain data. */
export function createControl(world: World, faults: Faults, webhooks: Webhooks) {
  return {
    ...faultControl(faults),

    /** The sandbox's time in seconds. */
    now: () => world.now(),
    /** Stops the clock, or lets it run again at the machine’s pace. */
    hold: ({ isHeld }: { isHeld: boolean }) => world.clock.hold(isHeld),
    /** Moves the clock; due work runs in order. Returns the new time. */
    advance({ seconds = 0, days = 0, to }: { seconds?: number; days?: number; to?: number }): number {
      const by = to === undefined ? seconds + days * 86_400 : to - world.now();
      if (!(by >= 0)) throw new Error('The clock only goes forward.');
      world.clock.advance(by);
      runDue(world);
      webhooks.retryNow();
      return world.now();
    },

    /** The address that receives events, signed with the sandbox’s webhook secret; replaces the previous one. */
    webhook({ url, events = ['*'] }: { url: string; events?: string[] }): string {
      const { webhookSecret } = world.options;
      const address = readUrl(url);
      for (const { id, secret } of world.webhookEndpoints) {
        if (secret === webhookSecret) world.webhookEndpoints.delete(id);
      }
      return addEndpoint(world, address, events, webhookSecret).id;
    },
    /** Sets whether events are delivered, held, lost, or delivered twice. */
    webhooks: ({ mode }: { mode: WebhookMode }) => webhooks.setMode(mode),
    /** Delivers held events, or loses them; `reverse` starts with the newest. */
    release: ({ order = 'given' }: { order?: 'given' | 'reverse' } = {}) => webhooks.release(order === 'reverse'),
    lose: () => webhooks.lose(),
    /** Resolves when no event is in transit, with the number of successful deliveries so far. */
    async webhooksIdle(): Promise<number> {
      await webhooks.idle();
      return webhooks.delivered;
    },

    /** Makes payments with the customer’s cards fail for this reason; without one, they succeed. */
    declineCharges({ customer, code }: { customer: string; code?: string }) {
      for (const method of world.paymentMethods) {
        const card = world.cards.get(method.id);
        if (method.customer !== customer || !card) continue;
        if (code === undefined) delete card.onCharge;
        else card.onCharge = { code: 'card_declined', decline_code: code, message: 'Your card was declined.' };
      }
    },
    /** Sends a person’s answer to the bank, for tests without a browser. */
    authenticate({ intent, complete = true }: { intent: string; complete?: boolean }) {
      authenticateSetup(world, world.setupIntents.need(intent), complete);
    },
    /** Every amount charged to a card, in order. */
    charges: ({ customer }: { customer?: string } = {}) =>
      world.charges.filter((charge) => customer === undefined || charge.customer === customer),
    /** Every refunded amount, in order. */
    refunds: ({ customer }: { customer?: string } = {}) =>
      [...world.refunds]
        .filter((refund) => customer === undefined || refund.customer === customer)
        .map(({ amount, payment_intent: intent }) => ({ amount, intent })),
  };
}
