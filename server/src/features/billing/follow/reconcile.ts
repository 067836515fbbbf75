import { sql } from 'kysely';
import { onJob } from '../../../jobs/queue.ts';
import type { Services } from '../../../services.ts';
import { reconcileJob } from '../../plans/index.ts';
import { closeCustomer } from '../close-customer.ts';
import { beginReconcile, type Customer } from '../customers.queries.ts';
import { finishInterrupted } from '../requests.ts';
import { applyState, clearProvider } from './apply-state.ts';
import { endSurplus } from './end-surplus.ts';
import { readProvider, type Seen, UnknownCustomer } from './read-provider.ts';

/**
 * Makes the provider's state follow the workspace (one subscription, a primary card, members, deletion), and then
 * copies the provider's state to ours. It can run at any time and any number of times: webhooks, jobs and people only
 * trigger it.
 */
export async function reconcile(
  services: Services,
  by: { organizationId?: string; customerId?: string },
): Promise<void> {
  const { payments, db } = services;
  if (!payments) return;
  const before = await beginReconcile(db, by);
  if (!before?.provider_id) return;
  await follow(services, { ...before, provider_id: before.provider_id }).catch((error) => {
    if (!(error instanceof UnknownCustomer)) throw error;
    return clearProvider(services, before);
  });
}

async function follow(services: Services, before: Customer & { provider_id: string }): Promise<void> {
  const { db } = services;
  const payments = services.payments!;
  await finishInterrupted(services, before.id);
  const read = () => readProvider(payments, before.provider_id);
  const seen = await read();
  const hasChanged = await endSurplus(services, before, seen);
  const organization = await workspaceOf(services, before.organization_id);
  if (!organization || organization.isDeleted) {
    await closeCustomer(services, before, organization !== undefined);
    if (!organization) return;
  } else {
    await followMembers(services, hasChanged ? await read() : seen, organization.members);
    await choosePrimary(services, before.provider_id, seen);
  }
  // The number has to be assigned before the reading: see migrations/0014_billing.sql.
  const customer = await beginReconcile(db, { customerId: before.id });
  if (!customer) return;
  await applyState(services, customer, customer.reading, await read());
}

export const reconcileHandler = onJob(reconcileJob, ({ organizationId, customerId }, services) =>
  reconcile(services, customerId ? { customerId } : { organizationId }),
);

async function workspaceOf({ db }: Services, organizationId: string | null) {
  const { rows } = await sql<{ isDeleted: boolean; members: number }>`select o.deleted_at is not null as "isDeleted",
      (select count(*)::int from memberships m where m.organization_id = o.id) as members
    from organizations o where o.id = ${organizationId}`.execute(db);
  return rows[0];
}

/** Charges or credits the difference with the next invoice. Setting the same number twice changes nothing. */
async function followMembers({ payments }: Services, seen: Seen, members: number): Promise<void> {
  const { subscription, itemId, live } = seen;
  if (!subscription || !itemId || !live.includes(subscription.provider_id)) return;
  if (subscription.quantity === members || members === 0) return;
  await payments!.stripe.subscriptions.update(subscription.provider_id, {
    items: [{ id: itemId, quantity: members }],
    proration_behavior: 'create_prorations',
  });
}

/** If the primary card was removed, makes the newest remaining one primary. */
async function choosePrimary({ payments }: Services, customer: string, { cards }: Seen): Promise<void> {
  const [newest] = cards;
  if (!newest || cards.some(({ is_primary }) => is_primary)) return;
  await payments!.stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: newest.provider_id },
  });
}
