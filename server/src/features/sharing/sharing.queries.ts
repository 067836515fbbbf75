import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { containing } from '../../platform/search.ts';

export interface PersonRow {
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  total: number;
}

export interface SharedRow extends PersonRow {
  documents: number;
  via_id: string | null;
  via_name: string | null;
}

type Search = PageOf & { search?: string };

/** Each document (`root`) and the folders above it, nearest first, as `up`. */
const chain = (documentIds: readonly string[]) => sql`recursive up as (
    select id as root, id, parent_id, name, 0 as depth from documents where id = any(${[...documentIds]}::uuid[])
    union all
    select up.root, d.id, d.parent_id, d.name, up.depth + 1
    from up join documents d on d.id = up.parent_id where up.depth < 500)`;

/** Members with how many of the documents they see (`seen.documents`, null: none), narrowed. */
function matching(
  organizationId: string,
  documentIds: readonly string[],
  search: string | undefined,
  more: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const found = search?.trim()
    ? sql`and (lower(u.name) like ${containing(search.trim())} or lower(u.email) like ${containing(search.trim())})`
    : sql``;
  return sql`from memberships m join users u on u.id = m.user_id
    left join (select user_id, count(*) as documents from document_access
      where document_id = any(${[...documentIds]}::uuid[]) and not own group by user_id) seen on seen.user_id = m.user_id
    where m.organization_id = ${organizationId} and ${more} ${found}`;
}

const page = (query: Search) => sql`order by m.name_key, m.user_id limit ${query.per_page} offset ${offsetOf(query)}`;

/** Whom any of these documents is shared with, by name; where only folders bring them, the nearest one. */
export async function listWith(db: Executor, organizationId: string, documentIds: readonly string[], query: Search) {
  const all = matching(organizationId, documentIds, query.search, sql`seen.documents > 0`);
  const { rows } = await sql<SharedRow>`with ${chain(documentIds)}, shared as (
      select distinct on (s.user_id) s.user_id, up.depth, up.id, up.name
      from up join document_shares s on s.document_id = up.id order by s.user_id, up.depth),
    page as (select u.id, u.name, u.email, u.avatar_key, m.name_key, seen.documents,
      (select count(*) ${all}) as total ${all} ${page(query)})
    select page.*, case when shared.depth > 0 then shared.id end as via_id,
      case when shared.depth > 0 then shared.name end as via_name
    from page join shared on shared.user_id = page.id order by page.name_key, page.id`.execute(db);
  return rows;
}

/** Members other than the owner who do not see all of these yet, by name. */
export async function listWithout(
  db: Executor,
  organizationId: string,
  ownerId: string,
  documentIds: readonly string[],
  query: Search,
) {
  const lacking = sql`m.user_id <> ${ownerId} and coalesce(seen.documents, 0) < ${documentIds.length}`;
  const all = matching(organizationId, documentIds, query.search, lacking);
  const { rows } = await sql<PersonRow>`select u.id, u.name, u.email, u.avatar_key, (select count(*) ${all}) as total
    ${all} ${page(query)}`.execute(db);
  return rows;
}

export interface Added {
  document_id: string;
  document: string;
  kind: string;
  user_id: string;
  user: string;
  email: string;
}

/** Answers what is new; what was shared before stays as it is. Only members of the organisation count. */
export async function insertShares(
  tx: Executor,
  organizationId: string,
  sharedBy: string,
  documentIds: readonly string[],
  userIds: readonly string[],
): Promise<Added[]> {
  const { rows } = await sql<Added>`with added as (
      insert into document_shares (organization_id, document_id, user_id, account_id, shared_by)
      select d.organization_id, d.id, m.user_id, d.account_id, ${sharedBy}
      from documents d join memberships m on m.organization_id = d.organization_id and m.user_id <> d.owner_id
      where d.organization_id = ${organizationId} and d.id = any(${[...documentIds]}::uuid[])
        and m.user_id = any(${[...userIds]}::uuid[])
      on conflict do nothing returning document_id, user_id)
    select added.*, d.name as document, d.kind, u.name as user, u.email
    from added join documents d on d.id = added.document_id join users u on u.id = added.user_id
    order by added.user_id, d.name_key`.execute(tx);
  return rows;
}

/** Of these documents, those that had been shared with somebody by themselves; they no longer are. */
export async function deleteShares(tx: Executor, documentIds: readonly string[], userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from document_shares
    where document_id = any(${[...documentIds]}::uuid[]) and user_id = ${userId} returning document_id as id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** By document: the nearest folder above that is shared with somebody. */
export async function sharedFolders(
  tx: Executor,
  documentIds: readonly string[],
  userId: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ root: string; name: string }>`with ${chain(documentIds)}
    select distinct on (up.root) up.root, up.name
    from up join document_shares s on s.document_id = up.id and s.user_id = ${userId}
    where up.depth > 0 order by up.root, up.depth`.execute(tx);
  return new Map(rows.map(({ root, name }) => [root, name]));
}

export async function nameOf(db: Executor, userId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from users where id = ${userId}`.execute(db);
  return rows[0]?.name ?? null;
}
