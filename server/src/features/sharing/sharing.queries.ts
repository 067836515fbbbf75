import type { SharePermission } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { mustFindAll } from '../../errors.ts';
import { principalsOf } from '../access/index.ts';
import { type Move, recordsetOfMoves } from '../documents/index.ts';

export interface Added {
  document_id: string;
  document: string;
  kind: string;
  /** A person's or a group's id. */
  principal_id: string;
  principal: string;
  /** Null for a group. */
  email: string | null;
  /** The rest of the folder follows in the background. */
  is_filling: boolean;
}

/** SQL: the people and groups that documents can be shared with in an organization. */
const shareable = (organizationId: string) => sql`select user_id as id from memberships
    where organization_id = ${organizationId}
  union all
  select id from groups where organization_id = ${organizationId} and deleted_at is null`;

/** Throws unless all of these are members or groups of the organization. */
export async function mustBePrincipals(tx: Executor, organizationId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select p.id from (${shareable(organizationId)}) p
    where p.id = any(${[...ids]}::uuid[])`.execute(tx);
  const found = rows.map(({ id }) => id);
  mustFindAll(ids, found, { one: 'person or group', many: 'people and groups', field: 'inviting_ids' });
}

/**
 * Adds shares with members and groups of the organization and returns the new ones; existing shares stay as they are.
 * The content of folders is included at once, unless there is too much of it or an earlier share of the same folder is
 * still ending.
 */
export async function insertShares(
  tx: Executor,
  organizationId: string,
  sharedBy: string,
  documentIds: readonly string[],
  principalIds: readonly string[],
  { permission, areMany }: { permission: SharePermission; areMany: boolean },
): Promise<Added[]> {
  const { rows } = await sql<Added>`with principals as (${shareable(organizationId)}), added as (
      insert into document_shares (organization_id, document_id, principal_id, account_id, shared_by, permission, state)
      select d.organization_id, d.id, p.id, d.account_id, ${sharedBy}, ${permission},
        case when ${areMany} and d.kind = 'folder' then 'filling' else 'live' end
      from documents d join principals p on p.id <> d.owner_id
      where d.organization_id = ${organizationId} and d.id = any(${[...documentIds]}::uuid[])
        and p.id = any(${[...principalIds]}::uuid[])
      on conflict (document_id, principal_id) do update set state = 'filling', permission = excluded.permission, shared_by = excluded.shared_by, created_at = now()
        where document_shares.state in ('ending', 'ended')
      returning document_id, principal_id, state)
    select added.document_id, added.state = 'filling' as is_filling, d.name as document, d.kind, added.principal_id,
      coalesce(u.name, g.name) as principal, u.email
    from added join documents d on d.id = added.document_id
    left join users u on u.id = added.principal_id left join groups g on g.id = added.principal_id
    order by added.principal_id, d.name_key`.execute(tx);
  return rows;
}

/** A document that replaces another is shared with the same people and groups. */
export async function inheritShares(tx: Executor, moves: readonly Move[]): Promise<void> {
  await sql`insert into document_shares (organization_id, document_id, principal_id, account_id, shared_by, permission, created_at)
    select s.organization_id, x.id, s.principal_id, s.account_id, s.shared_by, s.permission, s.created_at
    from ${recordsetOfMoves(moves)} join document_shares s on s.document_id = x.place and s.state in ('live', 'filling')
    on conflict (document_id, principal_id) do update set permission = 'edit' where excluded.permission = 'edit'`.execute(
    tx,
  );
}

/**
 * Ends direct shares of these documents with a person or group, and returns the documents. Folders whose rows are still
 * to be deleted, because there are too many or they are just being written, are `ending`.
 */
export async function endShares(
  tx: Executor,
  documentIds: readonly string[],
  principalId: string,
  areMany: boolean,
): Promise<{ ended: string[]; ending: string[] }> {
  const ending = await sql<{ id: string }>`update document_shares s set state = 'ending' from documents d
    where s.document_id = any(${[...documentIds]}::uuid[]) and s.principal_id = ${principalId} and d.id = s.document_id
      and (s.state = 'filling' or (s.state = 'live' and ${areMany} and d.kind = 'folder'))
    returning s.document_id as id`.execute(tx);
  const deleted = await sql<{ id: string }>`delete from document_shares
    where document_id = any(${[...documentIds]}::uuid[]) and principal_id = ${principalId} and state = 'live'
    returning document_id as id`.execute(tx);
  const ids = ending.rows.map(({ id }) => id);
  return { ended: [...ids, ...deleted.rows.map(({ id }) => id)], ending: ids };
}

/** Another reason why a person still sees a document: a folder above it, or a group they are in. */
export interface OtherShare {
  root: string;
  folder: string | null;
  group: string | null;
}

/** By document, the nearest other reason why a person or group still sees it; a person's own before that of a group. */
export async function otherShares(
  tx: Executor,
  organizationId: string,
  documentIds: readonly string[],
  principalId: string,
): Promise<Map<string, OtherShare>> {
  const { rows } = await sql<OtherShare>`with ${chain(documentIds)}
    select distinct on (up.root) up.root, case when up.depth > 0 then up.name end as folder, g.name as group
    from up join document_shares s on s.document_id = up.id
    left join groups g on g.id = s.group_id and g.id <> ${principalId}
    where s.state in ('live', 'filling') and (s.principal_id = ${principalId} or s.principal_id = any(${principalsOf(organizationId, principalId)}))
    order by up.root, g.id is null desc, up.depth, g.is_everyone, g.name`.execute(tx);
  return new Map(rows.map((row) => [row.root, row]));
}

export async function nameOf(db: Executor, principalId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from users where id = ${principalId}
    union all select name from groups where id = ${principalId}`.execute(db);
  return rows[0]?.name ?? null;
}

/** SQL for `with`: each document (`root`) and the folders above it, nearest first, as `up`. */
export const chain = (documentIds: readonly string[]) => sql`recursive up as (
    select id as root, id, parent_id, name, 0 as depth from documents where id = any(${[...documentIds]}::uuid[])
    union all
    select up.root, d.id, d.parent_id, d.name, up.depth + 1
    from up join documents d on d.id = up.parent_id where up.depth < 500)`;
