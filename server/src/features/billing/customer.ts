import { createHash } from 'node:crypto';
import { taxIdOf } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { lockAs } from '../organizations/index.ts';
import { customerFieldsOf } from './address/send-address.ts';
import { type Customer, findCustomer, insertCustomer, setProviderId } from './customers.queries.ts';
import { asked, paymentsOf } from './provider.ts';

export type KnownCustomer = Customer & { organization_id: string; provider_id: string };

/** Returns the workspace as a customer of the provider, and creates it there the first time. */
export async function knownCustomer(services: Services, viewer: Member): Promise<KnownCustomer> {
  const { stripe } = paymentsOf(services);
  const { db } = services;
  const { organizationId } = viewer.membership;
  const found = await findCustomer(db, organizationId);
  if (found?.provider_id) return found as KnownCustomer;
  const { customer, name } = await db.transaction().execute(async (tx) => {
    const organization = await lockAs(tx, viewer, 'billing.manage');
    return { customer: await insertCustomer(tx, organizationId), name: organization.name };
  });
  if (customer.provider_id) return customer as KnownCustomer;
  // A customer that the provider has lost gets its billing details again.
  const vat = customer.address?.vat_id ? taxIdOf(customer.address.vat_id) : undefined;
  const details = {
    name,
    email: viewer.email,
    ...(customer.address && customerFieldsOf(customer.address)),
    ...(vat && { tax_id_data: [vat] }),
  };
  const made = await asked(
    stripe.customers.create(
      { ...details, metadata: { organization_id: organizationId } },
      // The details may differ at a second try, and a key can only be used again with the same parameters.
      { idempotencyKey: `customer-${customer.id}-${customer.times_lost}-${fingerprint(details)}` },
    ),
  );
  await setProviderId(db, customer.id, made.id);
  return (await findCustomer(db, organizationId)) as KnownCustomer;
}

const fingerprint = (details: object) => createHash('sha256').update(JSON.stringify(details)).digest('base64url');

/** Locks the customer within the workspace's lock, so that only one change of what is paid for happens at a time. */
export async function lockCustomer(tx: Executor, viewer: Member, customer: KnownCustomer) {
  const organization = await lockAs(tx, viewer, 'billing.manage');
  await tx.selectFrom('billing_customers').select('id').where('id', '=', customer.id).forUpdate().execute();
  return organization;
}
