import type { BillingInterval, PaidPlan, Plan, Subscription } from '@sheaf/contract';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { setEnding } from './cancel.ts';
import { mustFit } from './exceeded.ts';
import { readProvider } from './follow/read-provider.ts';
import { reconcile } from './follow/reconcile.ts';
import { findSubscription, isLive, listCards } from './follow/state.queries.ts';
import { freshCustomer } from './fresh-customer.ts';
import { presentSubscription } from './info.ts';
import { priceOf } from './prices.ts';
import { asked, paymentsOf } from './provider.ts';
import { runRequest } from './requests.ts';
import { usageOf } from './usage.queries.ts';

export interface WantedPlan {
  plan: Plan;
  interval: BillingInterval;
}

/**
 * Changes to another paid plan at once, crediting what was already paid, and to the free plan at the end of the period.
 */
export async function changePlan(services: Services, viewer: Member, wanted: WantedPlan): Promise<Subscription> {
  paymentsOf(services);
  if (wanted.plan === 'free') {
    await mustFit(services, viewer.membership.organizationId, 'free');
    await setEnding(services, viewer, true);
  } else {
    await subscribe(services, viewer, wanted as WantedPlan & { plan: PaidPlan });
  }
  return presentSubscription(services, viewer);
}

async function subscribe(services: Services, viewer: Member, wanted: WantedPlan & { plan: PaidPlan }): Promise<void> {
  const payments = paymentsOf(services);
  // The provider's state counts, including changes made there by hand.
  const customer = await freshCustomer(services, viewer);
  const { organization_id, provider_id } = customer;
  const price = await asked(priceOf(services, wanted.plan, wanted.interval));
  const { itemId } = await asked(readProvider(payments, provider_id));
  await runRequest(services, viewer, customer, async (tx) => {
    const current = await findSubscription(tx, customer.id);
    const { seats: quantity } = await usageOf(tx, organization_id);
    const card = (await listCards(tx, customer.id)).find(({ is_primary }) => is_primary);
    if (!card) throw new AppError('conflict', 'Add a card first.');
    if (payments.tax && !customer.address) throw new AppError('conflict', 'Add your billing address first.');
    await mustFit(services, organization_id, wanted.plan, tx);
    const common = { price: price.id, quantity, tax: payments.tax };
    if (!current || !isLive(current))
      return { kind: 'subscribe', customer: provider_id, card: card.provider_id, ...common };
    if (current.due_since) throw new AppError('conflict', 'Pay the open invoice first.');
    const isSame = current.plan === wanted.plan && current.interval === wanted.interval;
    if (isSame && !current.cancel_at_period_end)
      throw new AppError('conflict', 'The workspace is already on this plan.');
    return { kind: 'change', subscription: current.provider_id, item: itemId!, ...common };
  });
  await asked(reconcile(services, { customerId: customer.id }));
}
