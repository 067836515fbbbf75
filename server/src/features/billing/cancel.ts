import type { Subscription } from '@sheaf/contract';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { lockCustomer } from './customer.ts';
import { readProvider } from './follow/read-provider.ts';
import { reconcile } from './follow/reconcile.ts';
import { findSubscription, isLive, listCards } from './follow/state.queries.ts';
import { freshCustomer } from './fresh-customer.ts';
import { presentSubscription } from './info.ts';
import { asked, paymentsOf } from './provider.ts';
import { runRequest } from './requests.ts';

/** Sets whether the subscription ends with its period. This costs nothing and can be repeated. */
export async function setEnding(services: Services, viewer: Member, ends: boolean): Promise<void> {
  const { stripe } = paymentsOf(services);
  const customer = await freshCustomer(services, viewer);
  const current = await services.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, viewer, customer);
    return findSubscription(tx, customer.id);
  });
  if (!current || !isLive(current)) throw new AppError('conflict', 'This workspace has no subscription.');
  if (current.cancel_at_period_end === ends) return;
  await asked(stripe.subscriptions.update(current.provider_id, { cancel_at_period_end: ends }));
  await asked(reconcile(services, { customerId: customer.id }));
}

export async function cancel(services: Services, viewer: Member): Promise<Subscription> {
  await setEnding(services, viewer, true);
  return presentSubscription(services, viewer);
}

export async function resume(services: Services, viewer: Member): Promise<Subscription> {
  await setEnding(services, viewer, false);
  return presentSubscription(services, viewer);
}

/** Charges the primary card again, the oldest invoice first. */
export async function payOpenInvoices(services: Services, viewer: Member): Promise<Subscription> {
  const payments = paymentsOf(services);
  const customer = await freshCustomer(services, viewer);
  const { openInvoices } = await asked(readProvider(payments, customer.provider_id));
  if (openInvoices.length === 0) throw new AppError('conflict', 'Everything is paid.');
  for (const invoice of openInvoices) {
    const pay = runRequest(services, viewer, customer, async (tx) => {
      const card = (await listCards(tx, customer.id)).find(({ is_primary }) => is_primary);
      if (!card) throw new AppError('conflict', 'Add a card first.');
      return { kind: 'pay', invoice, card: card.provider_id };
    });
    await pay.finally(() => asked(reconcile(services, { customerId: customer.id })));
  }
  return presentSubscription(services, viewer);
}
