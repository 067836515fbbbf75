import type { Services } from '../../services.ts';
import { type Customer, deleteCustomer } from './customers.queries.ts';
import { readProvider } from './follow/read-provider.ts';

/**
 * Ends billing for a deleted workspace: nothing more is charged, and no card is kept. The unused part of what was paid
 * stays as credit with the customer in case the workspace is restored. Once it can't be, the customer is deleted as
 * well.
 */
export async function closeCustomer(
  { payments, db }: Services,
  customer: Customer & { provider_id: string },
  canBeRestored: boolean,
): Promise<void> {
  const { stripe } = payments!;
  const { live, cards } = await readProvider(payments!, customer.provider_id);
  for (const subscription of live)
    await stripe.subscriptions.cancel(subscription, { prorate: true, invoice_now: true });
  for (const card of cards) await stripe.paymentMethods.detach(card.provider_id);
  if (canBeRestored) return;
  await stripe.customers.del(customer.provider_id);
  await deleteCustomer(db, customer.id);
}
