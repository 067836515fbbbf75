import type { Group } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { containing } from '../../platform/text/like-pattern.ts';
import type { MemberRow } from '../members/index.ts';

export type Search = PageOf & { search?: string };

/** The columns of a group `g` as the API returns them. */
const columns = sql`g.id, g.name, g.is_everyone as everyone, case when g.is_everyone
  then (select count(*) from memberships m where m.organization_id = g.organization_id and m.role <> 'guest')
  else (select count(*) from group_members m where m.group_id = g.id) end as members`;

/** Everyone first, then by name; each row includes the number of all matches. */
export async function listGroups(db: Executor, organizationId: string, query: Search) {
  const matching = query.search?.trim() ? sql`and lower(g.name) like ${containing(query.search.trim())}` : sql``;
  const all = sql`from groups g where g.organization_id = ${organizationId} and g.deleted_at is null ${matching}`;
  const { rows } = await sql<Group & { total: number }>`select ${columns}, (select count(*) ${all}) as total ${all}
    order by g.is_everyone desc, lower(g.name), g.id limit ${query.per_page} offset ${offsetOf(query)}`.execute(db);
  return rows;
}

export async function countGroups(db: Executor, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from groups
    where organization_id = ${organizationId} and deleted_at is null and not is_everyone`.execute(db);
  return rows[0]!.count;
}

export async function findGroup(
  db: Executor,
  organizationId: string,
  id: string,
  state: 'in use' | 'deleted' = 'in use',
): Promise<Group | undefined> {
  const { rows } = await sql<Group>`select ${columns} from groups g where g.organization_id = ${organizationId}
    and g.id = ${id} and g.deleted_at is ${state === 'deleted' ? sql`not null` : sql`null`}`.execute(db);
  return rows[0];
}

export async function insertGroup(tx: Executor, organizationId: string, id: string, name: string): Promise<void> {
  await sql`insert into groups (id, organization_id, name) values (${id}, ${organizationId}, ${name})`.execute(tx);
}

export async function setName(tx: Executor, id: string, name: string): Promise<void> {
  await sql`update groups set name = ${name} where id = ${id}`.execute(tx);
}

export async function setDeleted(tx: Executor, id: string, at: Date | null): Promise<void> {
  await sql`update groups set deleted_at = ${at} where id = ${id}`.execute(tx);
}

/** The people in a group, by name. Everyone consists of all members but guests. */
export async function listGroupMembers(db: Executor, organizationId: string, group: Group, query: Search) {
  const inGroup = group.everyone
    ? sql`m.role <> 'guest'`
    : sql`exists (select 1 from group_members gm where gm.group_id = ${group.id} and gm.user_id = m.user_id)`;
  const pattern = query.search?.trim() ? containing(query.search.trim()) : null;
  const matching = pattern ? sql`and (lower(u.name) like ${pattern} or lower(u.email) like ${pattern})` : sql``;
  const all = sql`from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and ${inGroup} ${matching}`;
  const { rows } = await sql<GroupMemberRow>`select u.id, u.name, u.email, u.avatar_key, m.role, m.joined_at,
      m.last_seen_at, (select count(*) ${all}) as total ${all}
    order by m.name_key, m.user_id limit ${query.per_page} offset ${offsetOf(query)}`.execute(db);
  return rows;
}

export interface GroupMemberRow extends MemberRow {
  total: number;
}

/** Returns those of these people who belong to the organization. */
export async function peopleAmong(tx: Executor, organizationId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select user_id as id from memberships
    where organization_id = ${organizationId} and user_id = any(${[...userIds]}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adds those of these people who belong to the organization. Returns the names of the new ones. */
export async function insertGroupMembers(
  tx: Executor,
  organizationId: string,
  groupId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`with added as (
      insert into group_members (organization_id, group_id, user_id)
      select organization_id, ${groupId}, user_id from memberships
      where organization_id = ${organizationId} and user_id = any(${[...userIds]}::uuid[])
      on conflict do nothing returning user_id)
    select u.name from added join users u on u.id = added.user_id order by u.name`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Returns those of these ids that are active groups people can be added to. */
export async function groupsAmong(tx: Executor, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from groups where organization_id = ${organizationId}
    and id = any(${[...ids]}::uuid[]) and deleted_at is null and not is_everyone`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adds a person to those of these groups that are active and not full. */
export async function insertIntoGroups(
  tx: Executor,
  organizationId: string,
  userId: string,
  ids: readonly string[],
  maxMembers: number,
): Promise<void> {
  await sql`insert into group_members (organization_id, group_id, user_id)
    select g.organization_id, g.id, ${userId} from groups g
    where g.organization_id = ${organizationId} and g.id = any(${[...ids]}::uuid[])
      and g.deleted_at is null and not g.is_everyone
      and (select count(*) from group_members m where m.group_id = g.id) < ${maxMembers}
    on conflict do nothing`.execute(tx);
}

export async function deleteGroupMembers(tx: Executor, groupId: string, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`with gone as (
      delete from group_members where group_id = ${groupId} and ${which} returning user_id)
    select u.name from gone join users u on u.id = gone.user_id order by u.name`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Finds the first person of the group, by name, who is in more groups than allowed. */
export async function findOverfullMember(tx: Executor, groupId: string, max: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select u.name from group_members mine
    join users u on u.id = mine.user_id
    join group_members m on m.organization_id = mine.organization_id and m.user_id = mine.user_id
    join groups g on g.id = m.group_id and g.deleted_at is null
    where mine.group_id = ${groupId} group by u.id, u.name having count(*) > ${max} order by u.name limit 1`.execute(
    tx,
  );
  return rows[0]?.name;
}
