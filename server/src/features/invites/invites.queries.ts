import { limits, type Role } from '@sheaf/contract';
import { sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { containing } from '../../platform/text/like-pattern.ts';
import { newId } from '../../platform/uuid.ts';

const lifetime = sql<Date>`now() + make_interval(days => ${limits.inviteDays})`;

function matching(db: Executor, organizationId: string, search?: string) {
  const open = db
    .selectFrom('invitations as i')
    .where('i.organization_id', '=', organizationId)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null);
  return search?.trim() ? open.where(sql`lower(i.email)`, 'like', containing(search.trim())) : open;
}

const withInviter = (open: ReturnType<typeof matching>) =>
  open
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'i.created_at', 'i.expires_at', 'u.name as inviter'])
    .select(
      sql<{ id: string; name: string }[]>`(select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name)
        order by lower(g.name)), '[]') from groups g where g.id = any(i.group_ids) and g.deleted_at is null)`.as(
        'groups',
      ),
    )
    .orderBy('i.id', 'desc');

/** A page, newest first. Each row includes the number of all matches. */
export function listInvitations(db: Executor, organizationId: string, query: PageOf & { search?: string }) {
  const matches = matching(db, organizationId, query.search);
  return withInviter(matches)
    .select(() => matches.select(sql<number>`count(*)`.as('count')).as('total'))
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute();
}

export async function countInvitations(
  db: Executor,
  organizationId: string,
  search: string | undefined,
): Promise<number> {
  const row = await matching(db, organizationId, search)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export function openInvitations(db: Executor, organizationId: string, ids: string[]) {
  return withInviter(matching(db, organizationId).where(sql<boolean>`i.id = any(${ids}::uuid[])`)).execute();
}

/** Returns those of the addresses that belong to members. */
export function membersAmong(db: Executor, organizationId: string, emails: readonly string[]) {
  return db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .select(['u.id', 'u.email'])
    .where('m.organization_id', '=', organizationId)
    .where(sql<boolean>`lower(u.email) = any(${[...emails]}::text[])`)
    .execute();
}

/** Creates all in one statement. An open invitation for an address is renewed with the new role and groups. */
export async function upsertInvitations(
  tx: Executor,
  invitation: { organizationId: string; role: string; groupIds: string[]; invitedBy: string },
  emails: string[],
): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    insert into invitations (id, organization_id, email, role, group_ids, invited_by, expires_at)
    select row.id, ${invitation.organizationId}, row.email, ${invitation.role}, ${invitation.groupIds}::uuid[],
      ${invitation.invitedBy}, ${lifetime}
    from unnest(${emails.map(() => newId())}::uuid[], ${emails}::text[]) as row (id, email)
    on conflict (organization_id, lower(email)) where accepted_at is null and revoked_at is null
    do update set role = excluded.role, group_ids = excluded.group_ids, invited_by = excluded.invited_by,
      expires_at = excluded.expires_at, for_sharing = false
    returning id, email`.execute(tx);
  return rows;
}

export interface GuestInvitation {
  id: string;
  email: string;
  role: string;
  is_new: boolean;
  had_expired: boolean;
}

/**
 * Invites people as guests to share something with them. An open invitation keeps its role and groups, and is valid for
 * longer.
 */
export async function upsertForSharing(
  tx: Executor,
  { organizationId, invitedBy }: { organizationId: string; invitedBy: string },
  emails: readonly string[],
): Promise<GuestInvitation[]> {
  const { rows } = await sql<GuestInvitation>`with before as (${openAmong(organizationId, emails)}), made as (
      insert into invitations (id, organization_id, email, role, invited_by, expires_at, for_sharing)
      select row.id, ${organizationId}, row.email, 'guest', ${invitedBy}, ${lifetime}, true
      from unnest(${emails.map(() => newId())}::uuid[], ${[...emails]}::text[]) as row (id, email) order by row.email
      on conflict (organization_id, lower(email)) where accepted_at is null and revoked_at is null
      do update set expires_at = excluded.expires_at
      returning id, email, role)
    select made.id, made.email, made.role, before.id is null as is_new,
      coalesce(before.expires_at <= now(), false) as had_expired
    from made left join before on before.id = made.id order by made.email`.execute(tx);
  return rows;
}

const openAmong = (organizationId: string, emails: readonly string[]) => sql`select id, email, role, expires_at
  from invitations where organization_id = ${organizationId} and lower(email) = any(${[...emails]}::text[])
    and accepted_at is null and revoked_at is null`;

/** Returns the open invitations for these addresses that have not expired. */
export async function validAmong(
  tx: Executor,
  organizationId: string,
  emails: readonly string[],
): Promise<GuestInvitation[]> {
  const { rows } = await sql<GuestInvitation>`select id, email, role, false as is_new, false as had_expired
    from (${openAmong(organizationId, emails)}) i where expires_at > now() order by email for update`.execute(tx);
  return rows;
}

/** Revokes an invitation that was made only for sharing. Returns whether it was. */
export async function revokeForSharing(tx: Executor, organizationId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update invitations set revoked_at = now() where id = ${id} and for_sharing
    and organization_id = ${organizationId} and accepted_at is null and revoked_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns the address; undefined if there is no invitation that can be revoked. */
export async function revokeInvitation(db: Executor, organizationId: string, id: string): Promise<string | undefined> {
  const row = await db
    .updateTable('invitations')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Returns false if there is no such open invitation here. */
export async function renewInvitation(tx: Executor, organizationId: string, id: string): Promise<boolean> {
  const result = await tx
    .updateTable('invitations')
    .set({ expires_at: lifetime })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Finds an invitation in any state, but none of a deleted organization. */
export function findInvitation(db: Executor, id: string) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .leftJoin('users as inviter', 'inviter.id', 'i.invited_by')
    .leftJoin('users as invited', (join) => join.on(sql`lower(invited.email)`, '=', sql`lower(i.email)`))
    .select(['i.id', 'i.organization_id', 'i.email', 'i.role', 'i.expires_at', 'i.accepted_at', 'i.revoked_at'])
    .select(['o.name as organization', 'inviter.name as inviter', 'invited.id as account'])
    .where('i.id', '=', id)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Accepts the invitation and returns what it offers. Of simultaneous attempts, only one succeeds. */
export async function acceptInvitation(
  tx: Executor,
  id: string,
): Promise<{ role: Role; groupIds: string[]; invitedBy: string | null } | undefined> {
  const row = await tx
    .updateTable('invitations')
    .set({ accepted_at: sql`now()` })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['role', 'group_ids', 'invited_by'])
    .executeTakeFirst();
  return row && { role: row.role as Role, groupIds: row.group_ids, invitedBy: row.invited_by };
}
