import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { type KnownCustomer, knownCustomer } from './customer.ts';
import { reconcile } from './follow/reconcile.ts';
import { asked } from './provider.ts';

/** Returns the customer after bringing our copy up to date, and creates it again if the provider has lost it. */
export async function freshCustomer(services: Services, viewer: Member): Promise<KnownCustomer> {
  const { id } = await knownCustomer(services, viewer);
  await asked(reconcile(services, { customerId: id }));
  return knownCustomer(services, viewer);
}
