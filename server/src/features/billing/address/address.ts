import { type BillingAddress, taxIdOf } from '@sheaf/contract';
import { AppError } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { type KnownCustomer, knownCustomer } from '../customer.ts';
import { findCustomer, replaceAddress } from '../customers.queries.ts';
import { paymentsOf } from '../provider.ts';
import { sendAddress } from './send-address.ts';

export async function addressOf(services: Services, { membership }: Member): Promise<BillingAddress | null> {
  paymentsOf(services);
  return present((await findCustomer(services.db, membership.organizationId))?.address ?? null);
}

/** Addresses saved by older versions have no VAT ID. */
const present = (address: BillingAddress | null) => address && { ...address, vat_id: address.vat_id ?? null };

/** Sends the address to the provider first, so that nothing it refuses is stored. */
export async function changeAddress(services: Services, viewer: Member, body: BillingAddress): Promise<BillingAddress> {
  const { stripe } = paymentsOf(services);
  const address = { ...body, vat_id: (body.vat_id && taxIdOf(body.vat_id)?.value) || null };
  const customer = await knownCustomer(services, viewer);
  await sendAddress(stripe, customer.provider_id, address);
  if (await replaceAddress(services.db, customer, address)) return address;
  await sendRecorded(services, customer);
  throw new AppError('conflict', 'Someone else just changed the billing details. Reload the page to see them.');
}

/**
 * After two people saved at the same time, makes the provider end with the stored address, whoever sent theirs last.
 */
async function sendRecorded(services: Services, { organization_id, provider_id }: KnownCustomer): Promise<void> {
  const { stripe } = paymentsOf(services);
  const recorded = async () => (await findCustomer(services.db, organization_id))?.address ?? null;
  let sent: BillingAddress | null = null;
  for (let next = await recorded(); next && JSON.stringify(next) !== JSON.stringify(sent); next = await recorded()) {
    await sendAddress(stripe, provider_id, next);
    sent = next;
  }
}
