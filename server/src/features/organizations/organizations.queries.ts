import { limits, type Plan, type Role } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

const shown = ['o.id', 'o.name', 'o.industry', 'o.logo_key', 'm.role'] as const;

/** Workspaces deleted before this can no longer be restored. */
const graceEnd = sql<Date>`now() - make_interval(days => ${limits.deletedWorkspaceDays})`;

const memberships = (db: Executor, userId: string) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .where('m.user_id', '=', userId);

export function organizationsOf(db: Executor, userId: string) {
  return memberships(db, userId)
    .select(shown)
    .where('o.deleted_at', 'is', null)
    .orderBy('m.joined_at')
    .orderBy('m.organization_id')
    .limit(200)
    .execute();
}

export function organizationOf(db: Executor, userId: string, organizationId: string) {
  return memberships(db, userId)
    .select(shown)
    .where('o.id', '=', organizationId)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst();
}

export function securityOf(db: Executor, organizationId: string) {
  return db
    .selectFrom('organizations')
    .select(['two_factor_required', 'links_allowed'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
}

/** The deleted workspaces that this owner can still restore. */
export function restorableOf(db: Executor, userId: string) {
  return memberships(db, userId)
    .select([
      'o.id',
      'o.name',
      'o.deleted_at',
      sql<Date>`o.deleted_at + make_interval(days => ${limits.deletedWorkspaceDays})`.as('gone_at'),
    ])
    .where('m.role', '=', 'owner')
    .where('o.deleted_at', 'is not', null)
    .orderBy('o.deleted_at', 'desc')
    .limit(100)
    .execute();
}

/** Locks the row until the transaction ends, so that changes of owners and members happen one at a time. */
export function lockRow(tx: Executor, organizationId: string) {
  return tx
    .selectFrom('organizations')
    .select(['id', 'name', 'plan', 'logo_key', 'read_only'])
    .where('id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Also works for a deleted one. A payment decides the plan; see billing. */
export async function setPlan(
  tx: Executor,
  organizationId: string,
  { plan, readOnly }: { plan: Plan; readOnly: boolean },
): Promise<void> {
  await sql`update organizations set plan = ${plan}, read_only = ${readOnly}
    where id = ${organizationId} and (plan, read_only) is distinct from (${plan}, ${readOnly})`.execute(tx);
}

/** Locks the row until the transaction ends, also of a deleted organization; undefined if it was deleted for good. */
export function lockEvenDeleted(tx: Executor, organizationId: string) {
  return tx
    .selectFrom('organizations')
    .select(['id', 'name', 'plan', 'read_only', 'deleted_at'])
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
}

export async function roleOf(tx: Executor, organizationId: string, userId: string): Promise<Role | undefined> {
  const row = await tx
    .selectFrom('memberships')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role as Role | undefined;
}

export async function countWorkspaces(tx: Executor, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('memberships')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function updateOrganization(
  tx: Executor,
  organizationId: string,
  change: {
    name?: string;
    industry?: string | null;
    logo_key?: string | null;
    two_factor_required?: boolean;
    links_allowed?: boolean;
  },
): Promise<void> {
  await tx.updateTable('organizations').set(change).where('id', '=', organizationId).execute();
}

export async function markDeleted(tx: Executor, organizationId: string): Promise<void> {
  await tx.updateTable('organizations').set({ deleted_at: sql`now()` }).where('id', '=', organizationId).execute();
}

/** False if there is no such deleted organization of this owner, or its grace period is over. */
export async function markRestored(tx: Executor, organizationId: string, ownerId: string): Promise<boolean> {
  const result = await tx
    .updateTable('organizations as o')
    .set({ deleted_at: null })
    .where('o.id', '=', organizationId)
    .where('o.deleted_at', '>=', graceEnd)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('memberships as m')
          .select('m.user_id')
          .whereRef('m.organization_id', '=', 'o.id')
          .where('m.user_id', '=', ownerId)
          .where('m.role', '=', 'owner'),
      ),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** An organization whose grace period is over, locked until the transaction ends. It can no longer be restored. */
export async function lockExpired(tx: Executor): Promise<{ id: string; logo_key: string | null } | undefined> {
  return tx
    .selectFrom('organizations')
    .select(['id', 'logo_key'])
    .where('deleted_at', '<', graceEnd)
    .orderBy('deleted_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Deletes the organization for good, with the little that is left of it. */
export async function eraseOrganization(tx: Executor, organizationId: string): Promise<void> {
  await tx.deleteFrom('organizations').where('id', '=', organizationId).execute();
}
