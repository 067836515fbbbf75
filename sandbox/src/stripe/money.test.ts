import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { subscriptionOf } from './billing/invoice.ts';
import { startStripe } from './server.ts';
import { clientOf, customerWith, latestInvoice } from './testing.ts';

const sandbox = await forThisFile(startStripe());
// The start is fixed, so the months are the same in every run.
sandbox.control.advance({ to: Date.UTC(2060, 0, 20) / 1000 });
sandbox.control.hold({ isHeld: true });
const stripe = clientOf(sandbox);

const price = fc.constantFrom('team_month', 'team_year', 'business_month', 'business_year');
const proration = fc.constantFrom('create_prorations' as const, 'always_invoice' as const);

const step = fc.oneof(
  fc.record({ do: fc.constant('change' as const), price, quantity: fc.integer({ min: 1, max: 40 }), proration }),
  fc.record({ do: fc.constant('cancel' as const), isOn: fc.boolean() }),
  fc.record({ do: fc.constant('decline' as const), isOn: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 50 * 86_400 }) }),
  fc.record({ do: fc.constant('pay' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Ignores only the expected error; any other fails the test. */
const nullIf = (code: string) => (error: { code?: string }) => {
  if (error.code !== code) throw error;
  return null;
};

async function run(customer: string, id: string, what: Step): Promise<void> {
  const subscription = structuredClone(sandbox.state.subscriptions.need(id));
  if (what.do === 'wait') sandbox.control.advance({ seconds: what.seconds });
  else if (what.do === 'decline') {
    sandbox.control.declineCharges({ customer, ...(what.isOn && { code: 'insufficient_funds' }) });
  } else if (what.do === 'pay') {
    const { data } = await stripe.invoices.list({ subscription: id, limit: 100 });
    for (const { status, id } of data)
      if (status === 'open') await stripe.invoices.pay(id).catch(nullIf('card_declined'));
  } else if (!['active', 'past_due', 'unpaid'].includes(subscription.status)) return;
  else if (what.do === 'cancel') await stripe.subscriptions.update(id, { cancel_at_period_end: what.isOn });
  else {
    const details = {
      items: [{ id: subscription.items.data[0]!.id, price: `price_sheaf_${what.price}`, quantity: what.quantity }],
      proration_behavior: what.proration,
    };
    const preview = await stripe.invoices
      .createPreview({ subscription: id, subscription_details: details })
      .catch(nullIf('invoice_upcoming_none'));
    const payment_behavior = 'error_if_incomplete';
    const answer = await stripe.subscriptions
      .update(id, { ...details, payment_behavior })
      .catch(nullIf('card_declined'));
    if (!answer) return expect(sandbox.state.subscriptions.need(id)).toEqual(subscription);
    const made = latestInvoice(sandbox, id);
    if (made.id === subscription.latest_invoice) return;
    expect({ total: made.total, due: made.amount_due }).toEqual({ total: preview!.total, due: preview!.amount_due });
  }
}

it('adds up: line items equal totals, no invoice is charged twice, and no credit is lost', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const customer = await customerWith(sandbox);
      const { id } = await stripe.subscriptions.create({
        customer,
        items: [{ price: 'price_sheaf_team_month', quantity: 3 }],
      });
      for (const what of steps) await run(customer, id, what);
      const invoices = [...sandbox.state.invoices].filter((invoice) => invoice.customer === customer);
      const charges = sandbox.control.charges({ customer });
      for (const invoice of invoices) {
        expect(subscriptionOf(invoice)).toBe(id);
        expect(invoice.lines.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(invoice.total);
        expect(invoice.lines.data.every(({ amount }) => Number.isInteger(amount))).toBe(true);
        const taken = charges.filter((charge) => charge.invoice === invoice.id).map(({ amount }) => amount);
        expect(taken).toEqual(invoice.status === 'paid' && invoice.amount_due > 0 ? [invoice.amount_due] : []);
      }
      const final = invoices.filter(({ status }) => status !== 'draft' && status !== 'void');
      const credit = final.reduce((sum, { total, amount_due }) => sum + total - amount_due, 0);
      expect(sandbox.state.customers.need(customer).balance).toBe(credit);
    }),
    { numRuns: 40 },
  );
});
