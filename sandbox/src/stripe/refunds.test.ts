import { expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { startStripe } from './server.ts';
import { clientOf, customerWith } from './testing.ts';

const sandbox = await forThisFile(startStripe());

it('a payment is given back once, and never more than was taken', async () => {
  const stripe = clientOf(sandbox);
  const customer = await customerWith(stripe);
  await stripe.subscriptions.create({ customer, items: [{ price: 'price_sheaf_team_month', quantity: 2 }] });
  const [invoice] = (await stripe.invoices.list({ customer })).data;
  const [payment] = (await stripe.invoicePayments.list({ invoice: invoice!.id })).data;
  const payment_intent = payment!.payment.payment_intent as string;
  const part = await stripe.refunds.create({ payment_intent, amount: 100, reason: 'duplicate' });
  expect(part).toMatchObject({ amount: 100, status: 'succeeded', reason: 'duplicate' });
  const rest = invoice!.amount_paid - 100;
  await expect(stripe.refunds.create({ payment_intent, amount: rest + 1 })).rejects.toThrow('greater than');
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: rest });
  const again = stripe.refunds.create({ payment_intent });
  await expect(again).rejects.toMatchObject({ code: 'charge_already_refunded' });
  expect(sandbox.control.refunds({ customer }).map(({ amount }) => amount)).toEqual([100, rest]);
  expect((await stripe.refunds.list({ payment_intent })).data).toHaveLength(2);
});
