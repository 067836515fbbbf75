import type { Services } from '../../services.ts';
import { type Customer, deleteCustomer } from './customers.queries.ts';
import { readProvider } from './follow/read-provider.ts';

/**
 * The workspace was deleted: nothing is charged any more, and no card is kept. What was paid beyond today stays as
 * credit with the customer, for a workspace that is restored; with the workspace, the customer goes as well.
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
