import { may, type Plan, type Subscription } from '@sheaf/contract';
import { notFound } from '../../errors.ts';
import type { Member, Viewer } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { lastBackupAt } from '../backups/index.ts';
import { limitsOf } from '../plans/index.ts';
import { ownStorage, usedStorage } from '../storage/index.ts';
import { findCustomer } from './customers.queries.ts';
import { graceUntil } from './follow/read-provider.ts';
import { findSubscription, isLive, type SubscriptionRow } from './follow/state.queries.ts';
import { usageOf } from './usage.queries.ts';

/** Every page waits for this request. */
const patienceMs = 300;

/** The plan and the viewer's role in the organization of the request. */
export async function organizationInfo(services: Services, viewer: Viewer) {
  if (!viewer.membership) throw notFound('This workspace');
  const { organizationId: id, role, lacksTwoFactor } = viewer.membership;
  const { subscription, owners, links_allowed } = await read(services, viewer as Member);
  const backup = role === 'owner' ? await lastBackupAt(services.pool) : null;
  return {
    id,
    role,
    owners,
    subscription,
    two_factor_setup_required: lacksTwoFactor,
    links_allowed,
    last_backup_at: backup?.toISOString() ?? null,
  };
}

export async function presentSubscription(services: Services, viewer: Member): Promise<Subscription> {
  return (await read(services, viewer)).subscription;
}

async function read(
  services: Services,
  { id, membership }: Member,
): Promise<{ owners: number; links_allowed: boolean; subscription: Subscription }> {
  const { db, config, payments } = services;
  const { organizationId, role } = membership;
  const [usage, storage_bytes, current] = await Promise.all([
    usageOf(db, organizationId),
    may(role, 'billing.read')
      ? usedStorage(services, organizationId, { patienceMs })
      : ownStorage(db, organizationId, id),
    config.billing ? subscriptionOf(services, organizationId) : undefined,
  ]);
  const { plan, read_only, owners, links_allowed, seats, members, accounts, ai_messages, transfer_bytes } = usage;
  const subscription = {
    plan: plan as Plan,
    status: !config.billing ? 'active' : read_only ? 'read_only' : current?.due_since ? 'past_due' : 'active',
    limits: limitsOf(services, plan),
    usage: { members, invitations: members - seats, accounts, storage_bytes, ai_messages, transfer_bytes },
    billing: config.billing ? (payments?.mode ?? 'test') : 'off',
    payment: config.billing && may(role, 'billing.read') ? presentPayment(services, current, seats) : null,
  } satisfies Subscription;
  return { owners, links_allowed, subscription };
}

async function subscriptionOf({ db }: Services, organizationId: string): Promise<SubscriptionRow | undefined> {
  const customer = await findCustomer(db, organizationId);
  const found = customer && (await findSubscription(db, customer.id));
  return found && isLive(found) ? found : undefined;
}

function presentPayment({ payments }: Services, current: SubscriptionRow | undefined, seats: number) {
  return {
    interval: current?.interval ?? null,
    quantity: current?.quantity ?? seats,
    period_end: current?.period_end.toISOString() ?? null,
    cancel_at_period_end: current?.cancel_at_period_end ?? false,
    grace_until: current?.due_since ? graceUntil(current.due_since).toISOString() : null,
    next_plan: current?.cancel_at_period_end ? ('free' as const) : null,
    address_required: payments?.tax ?? false,
  };
}
