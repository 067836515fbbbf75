import type { BillingAddress } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { newId } from '../../platform/uuid.ts';

export interface Customer {
  id: string;
  organization_id: string | null;
  provider_id: string | null;
  times_lost: number;
  address: BillingAddress | null;
}

const columns = sql`id, organization_id, provider_id, times_lost, address`;

export async function findCustomer(db: Executor, organizationId: string): Promise<Customer | undefined> {
  const { rows } = await sql<Customer>`select ${columns} from billing_customers
    where organization_id = ${organizationId}`.execute(db);
  return rows[0];
}

/**
 * Stored before the provider is asked to create the customer, since the id is the key that makes it create it only
 * once.
 */
export async function insertCustomer(db: Executor, organizationId: string): Promise<Customer> {
  await sql`insert into billing_customers (id, organization_id) values (${newId()}, ${organizationId})
    on conflict (organization_id) do nothing`.execute(db);
  return (await findCustomer(db, organizationId))!;
}

export async function setProviderId(db: Executor, id: string, providerId: string): Promise<void> {
  await sql`update billing_customers set provider_id = ${providerId} where id = ${id} and provider_id is null`.execute(
    db,
  );
}

export async function customerByProviderId(db: Executor, providerId: string): Promise<Customer | undefined> {
  const { rows } = await sql<Customer>`select ${columns} from billing_customers
    where provider_id = ${providerId}`.execute(db);
  return rows[0];
}

/** Numbers a reading of the provider's state that starts now. Returns undefined if the customer no longer exists. */
export async function beginReconcile(
  db: Executor,
  by: { organizationId?: string; customerId?: string },
): Promise<(Customer & { reading: number }) | undefined> {
  const { rows } = await sql<Customer & { reading: number }>`update billing_customers set look = look + 1
    where ${by.customerId ? sql`id = ${by.customerId}` : sql`organization_id = ${by.organizationId}`}
    returning ${columns}, look as reading`.execute(db);
  return rows[0];
}

/** Returns false if a reading that started later has already been written. */
export async function recordReconcile(
  tx: Executor,
  id: string,
  reading: number,
  nextReadingMs: number,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update billing_customers set written_look = ${reading}, next_look_at = now() + make_interval(secs => ${nextReadingMs / 1000})
    where id = ${id} and written_look < ${reading}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteCustomer(db: Executor, id: string): Promise<void> {
  await sql`delete from billing_customers where id = ${id}`.execute(db);
}

/** Does nothing if the customer was created again meanwhile. Without a workspace, deletes the customer. */
export async function clearCustomer(tx: Executor, { id, provider_id, organization_id }: Customer): Promise<void> {
  if (!organization_id) return deleteCustomer(tx, id);
  const { numAffectedRows } =
    await sql`update billing_customers set provider_id = null, times_lost = times_lost + 1, written_look = look
    where id = ${id} and provider_id = ${provider_id}`.execute(tx);
  if (numAffectedRows !== 1n) return;
  await sql`delete from billing_subscriptions where customer_id = ${id}`.execute(tx);
  await sql`delete from billing_cards where customer_id = ${id}`.execute(tx);
  await sql`delete from billing_requests where customer_id = ${id}`.execute(tx);
  await sql`delete from billing_surplus where customer_id = ${id}`.execute(tx);
}

/** Returns false if someone else has saved another address since the customer was read. */
export async function replaceAddress(
  db: Executor,
  { id, address: before }: Pick<Customer, 'id' | 'address'>,
  address: BillingAddress,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update billing_customers set address = ${JSON.stringify(address)}::jsonb where id = ${id}
    and address is not distinct from ${before && JSON.stringify(before)}::jsonb`.execute(db);
  return numAffectedRows === 1n;
}
