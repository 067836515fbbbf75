import { sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { containing } from '../../platform/text/like-pattern.ts';

const shown = [
  'u.id',
  'u.name',
  'u.email',
  'u.avatar_key',
  'u.email_verified_at',
  'm.role',
  'm.joined_at',
  'm.last_seen_at',
] as const;

const membersOf = (db: Executor, organizationId: string) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.organization_id', '=', organizationId);

/** Members whose name or email contains the text; all without a text. */
function matching(db: Executor, organizationId: string, search: string | undefined) {
  const all = db.selectFrom('memberships as m').where('m.organization_id', '=', organizationId);
  if (!search?.trim()) return all;
  const pattern = containing(search.trim());
  return all.where('m.user_id', 'in', (people) =>
    people
      .selectFrom('users')
      .select('id')
      .where((user) => user.or([user(sql`lower(name)`, 'like', pattern), user(sql`lower(email)`, 'like', pattern)])),
  );
}

/** A page by name, found in one index before people are looked up. Each row includes the number of all matches. */
export function listMembers(db: Executor, organizationId: string, query: PageOf & { search?: string }) {
  const matches = matching(db, organizationId, query.search);
  const page = matches
    .select(['m.user_id', 'm.role', 'm.joined_at', 'm.last_seen_at', 'm.name_key'])
    .select(() => matches.select(sql<number>`count(*)`.as('count')).as('total'))
    .orderBy('m.name_key')
    .orderBy('m.user_id')
    .limit(query.per_page)
    .offset(offsetOf(query));
  return db
    .selectFrom(page.as('m'))
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select([...shown, sql<number>`m.total`.as('total')])
    .orderBy('m.name_key')
    .orderBy('m.user_id')
    .execute();
}

export async function countMembers(db: Executor, organizationId: string, search: string | undefined): Promise<number> {
  const row = await matching(db, organizationId, search)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export function findMember(db: Executor, organizationId: string, userId: string) {
  return membersOf(db, organizationId).select(shown).where('u.id', '=', userId).executeTakeFirst();
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

export async function lockMembership(tx: Executor, organizationId: string, userId: string): Promise<void> {
  await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .forUpdate()
    .execute();
}

/** Members and open invitations, which count toward the plan's limit together. */
export async function countSeats(tx: Executor, organizationId: string): Promise<{ members: number; invited: number }> {
  const { rows } = await sql<{ members: number; invited: number }>`select
    (select count(*) from memberships where organization_id = ${organizationId}) as members,
    (select count(*) from invitations where organization_id = ${organizationId}
      and accepted_at is null and revoked_at is null and expires_at > now()) as invited`.execute(tx);
  return rows[0]!;
}
