import type { Role } from '@sheaf/contract';
import { sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { containing } from '../../platform/search.ts';

const shown = ['u.id', 'u.name', 'u.email', 'u.avatar_key', 'm.role', 'm.joined_at', 'm.last_seen_at'] as const;

const membersOf = (db: Executor, organizationId: string) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.organization_id', '=', organizationId);

/** A page by name, each row with the number of all that match. */
export function listMembers(db: Executor, organizationId: string, query: PageOf & { search?: string }) {
  const all = membersOf(db, organizationId);
  const pattern = query.search?.trim() ? containing(query.search.trim()) : undefined;
  const matching = pattern
    ? all.where((where) =>
        where.or([where(sql`lower(u.name)`, 'like', pattern), where(sql`lower(u.email)`, 'like', pattern)]),
      )
    : all;
  return matching
    .select(shown)
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute();
}

export function findMember(db: Executor, organizationId: string, userId: string) {
  return membersOf(db, organizationId).select(shown).where('u.id', '=', userId).executeTakeFirst();
}

export async function setRole(tx: Executor, organizationId: string, userId: string, role: Role): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

export async function countOwners(tx: Executor, organizationId: string): Promise<number> {
  const row = await tx
    .selectFrom('memberships')
    .select(sql<number>`count(*)`.as('owners'))
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return row.owners;
}

/** Takes the labels and collections of the person here with it, unless they were handed over before. */
export async function deleteMembership(tx: Executor, organizationId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

export async function insertMembership(
  tx: Executor,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ organization_id: organizationId, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Members and open invitations, which count against the plan together. */
export async function countSeats(tx: Executor, organizationId: string): Promise<{ members: number; invited: number }> {
  const { rows } = await sql<{ members: number; invited: number }>`select
    (select count(*) from memberships where organization_id = ${organizationId}) as members,
    (select count(*) from invitations where organization_id = ${organizationId}
      and accepted_at is null and revoked_at is null and expires_at > now()) as invited`.execute(tx);
  return rows[0]!;
}
