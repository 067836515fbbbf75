import { limits, type Role, uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

const shown = ['o.id', 'o.name', 'o.industry', 'o.logo_key', 'm.role'] as const;

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

/** Those an owner can still bring back. */
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

export function planAndUsage(db: Executor, organizationId: string) {
  return (
    db
      .selectFrom('organizations as o')
      .select('o.plan')
      // Open invitations count as members, as the plan does.
      .select(
        sql<number>`(select count(*) from memberships where organization_id = o.id)
        + (select count(*) from invitations where organization_id = o.id
            and accepted_at is null and revoked_at is null and expires_at > now())`.as('members'),
      )
      .select(
        sql<number>`(select count(*) from source_accounts where organization_id = o.id and source <> ${uploadsSource})`.as(
          'accounts',
        ),
      )
      .select(
        sql<number>`(select coalesce(sum(bytes), 0)::bigint from source_accounts where organization_id = o.id)`.as(
          'storage_bytes',
        ),
      )
      .where('o.id', '=', organizationId)
      .executeTakeFirstOrThrow()
  );
}

/** Held until the transaction ends: whatever depends on who owns or fills an organisation happens one at a time. */
export function lockRow(tx: Executor, organizationId: string) {
  return tx
    .selectFrom('organizations')
    .select(['id', 'name', 'plan', 'logo_key'])
    .where('id', '=', organizationId)
    .where('deleted_at', 'is', null)
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
  change: { name: string; industry?: string | null; logo_key?: string | null },
): Promise<void> {
  await tx.updateTable('organizations').set(change).where('id', '=', organizationId).execute();
}

export async function markDeleted(tx: Executor, organizationId: string): Promise<void> {
  await tx.updateTable('organizations').set({ deleted_at: sql`now()` }).where('id', '=', organizationId).execute();
}

/** False where there is no such deleted organisation with this owner. */
export async function markRestored(tx: Executor, organizationId: string, ownerId: string): Promise<boolean> {
  const result = await tx
    .updateTable('organizations as o')
    .set({ deleted_at: null })
    .where('o.id', '=', organizationId)
    .where('o.deleted_at', 'is not', null)
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

/** Removes one organisation whose grace period is over, with everything in it; null when there is none. */
export function deleteExpired(tx: Executor) {
  return tx
    .deleteFrom('organizations')
    .where('id', '=', (query) =>
      query
        .selectFrom('organizations')
        .select('id')
        .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${limits.deletedWorkspaceDays})`)
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'logo_key'])
    .executeTakeFirst();
}
