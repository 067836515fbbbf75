import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { type KnownCustomer, knownCustomer } from './customer.ts';
import { reconcile } from './follow/reconcile.ts';
import { asked } from './provider.ts';

/** The customer, with what we know of it brought up to date; one that the provider has lost is made anew. */
export async function freshCustomer(services: Services, viewer: Member): Promise<KnownCustomer> {
  const { id } = await knownCustomer(services, viewer);
  await asked(reconcile(services, { customerId: id }));
  return knownCustomer(services, viewer);
}
