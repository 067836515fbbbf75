import { limits, type Role } from '@sheaf/contract';
import { sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { containing } from '../../platform/search.ts';
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

/** A page, newest first, each row with the number of all that match. */
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

/** Which of the addresses belong to members already. */
export async function membersAmong(db: Executor, organizationId: string, emails: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .select('u.email')
    .where('m.organization_id', '=', organizationId)
    .where(sql<boolean>`lower(u.email) = any(${emails})`)
    .execute();
  return rows.map((row) => row.email);
}

/** One statement for all; an address that has an open invitation gets it renewed with the new role and groups. */
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
    do update set role = excluded.role, group_ids = excluded.group_ids, invited_by = excluded.invited_by, expires_at = excluded.expires_at
    returning id, email`.execute(tx);
  return rows;
}

/** False where it is not open here. */
/** Whom it was for; undefined where there is none that can be revoked. */
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

/** Whatever its state; of a deleted organisation none. */
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

/** Takes the invitation and answers what it offers; of several at once only one succeeds. */
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
