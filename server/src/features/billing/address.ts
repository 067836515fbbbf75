import type { BillingAddress } from '@sheaf/contract';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { knownCustomer } from './customer.ts';
import { findCustomer, setAddress } from './customers.queries.ts';
import { asked, paymentsOf } from './provider.ts';

export async function addressOf(services: Services, { membership }: Member): Promise<BillingAddress | null> {
  paymentsOf(services);
  return (await findCustomer(services.db, membership.organizationId))?.address ?? null;
}

export async function changeAddress(
  services: Services,
  viewer: Member,
  address: BillingAddress,
): Promise<BillingAddress> {
  const { stripe } = paymentsOf(services);
  const customer = await knownCustomer(services, viewer);
  const { name, line1, line2, city, state, postal_code, country } = address;
  const sent = { line1, line2: line2 ?? '', city, state: state ?? '', postal_code, country };
  await asked(stripe.customers.update(customer.provider_id, { name, address: sent }));
  await setAddress(services.db, customer.id, address);
  return address;
}
