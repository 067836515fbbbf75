import { sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { containing } from '../../platform/text/like-pattern.ts';
import { chain } from './sharing.queries.ts';

export type Search = PageOf & { search?: string };

/** A person or a group. */
export interface PrincipalRow {
  kind: 'user' | 'group';
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  /** The number of members of a group. */
  members: number | null;
  total: number;
}

export interface SharedRow extends PrincipalRow {
  documents: number;
  may_edit: boolean;
  via_id: string | null;
  via_name: string | null;
  group_id: string | null;
  group_name: string | null;
}

/** Documents of one owner. */
interface Owned {
  organizationId: string;
  ownerId: string;
  documentIds: readonly string[];
}

/** SQL: `shares`, with the principals that each document (`root`) is shared with, directly or by a folder above it. */
const shares = (documentIds: readonly string[]) => sql`${chain(documentIds)}, shares as materialized (
    select s.principal_id as principal, s.permission, up.root, up.depth, up.id as folder_id, up.name as folder_name
    from up join document_shares s on s.document_id = up.id left join groups g on g.id = s.group_id
    where g.deleted_at is null and s.state in ('live', 'filling'))`;

const groupLine = sql`'group' as kind, g.id, g.name, '' as email, null::text as avatar_key, lower(g.name) as name_key,
  case when g.is_everyone then 0 else 1 end as place`;
const personLine = sql`'user' as kind, u.id, u.name, u.email, u.avatar_key, m.name_key, 2 as place`;

/** SQL: a page of `lines`: everyone, groups, people. */
const page = (query: Search) => {
  const pattern = query.search?.trim() ? containing(query.search.trim()) : null;
  const found = pattern ? sql`where lower(name) like ${pattern} or lower(email) like ${pattern}` : sql``;
  return sql`page as materialized (select l.*, count(*) over () as total,
      case when l.place = 0 then (select count(*) from memberships m where m.organization_id = l.id and m.role <> 'guest')
        when l.place = 1 then (select count(*) from group_members m where m.group_id = l.id) end as members
    from (select * from lines ${found}) l order by l.place, l.name_key, l.id
    limit ${query.per_page} offset ${offsetOf(query)})`;
};

/**
 * Groups that any of these documents is shared with, and people who see one, by name. For each, how many of the
 * documents, and why: a person's own share before that of a group, the document's before that of a folder.
 */
export async function listWith(db: Executor, { organizationId, ownerId, documentIds }: Owned, query: Search) {
  const { rows } = await sql<SharedRow>`with ${shares(documentIds)},
    given as (select distinct principal from shares),
    lines as (
      select ${groupLine} from given join groups g on g.id = given.principal
      union all
      select ${personLine} from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and m.user_id <> ${ownerId} and (
        m.user_id in (select principal from given)
        or m.user_id in (select gm.user_id from group_members gm join given on given.principal = gm.group_id)
        or (m.role <> 'guest' and m.organization_id in (select principal from given)))),
    ${page(query)}
    select page.kind, page.id, page.name, page.email, page.avatar_key, page.members, page.total, why.documents, why.may_edit,
      why.via_id, why.via_name, why.group_id, why.group_name
    from page cross join lateral (
      select count(*) over () as documents, bool_and(r.edits) over () as may_edit, r.*
      from (select distinct on (s.root) s.root, s.depth, s.principal = page.id as by_name,
          bool_or(s.permission = 'edit') over (partition by s.root) as edits,
          case when s.depth > 0 then s.folder_id end as via_id, case when s.depth > 0 then s.folder_name end as via_name,
          g.id as group_id, g.name as group_name
        from shares s left join groups g on g.id = s.principal and page.kind = 'user'
        where s.principal = any(case when page.kind = 'group' then array[page.id]
          else principals_of(${organizationId}, page.id) end)
        order by s.root, s.principal = page.id desc, s.depth, g.is_everyone, g.name) r
      order by r.by_name desc, r.depth, r.group_name limit 1) why
    order by page.place, page.name_key, page.id`.execute(db);
  return rows;
}

/** Groups, and people other than the owner, who don't see all of these yet. */
export async function listWithout(db: Executor, { organizationId, ownerId, documentIds }: Owned, query: Search) {
  const { rows } = await sql<PrincipalRow>`with ${shares(documentIds)},
    complete as (select principal from (
        select principal, root from shares
        union all
        select gm.user_id, s.root from shares s join group_members gm on gm.group_id = s.principal
        union all
        select m.user_id, s.root from shares s join memberships m on m.organization_id = s.principal and m.role <> 'guest') seen
      group by principal having count(distinct root) = ${documentIds.length}),
    lines as (
      select ${groupLine} from groups g where g.organization_id = ${organizationId} and g.deleted_at is null
        and g.id not in (select principal from complete)
      union all
      select ${personLine} from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and m.user_id <> ${ownerId}
        and m.user_id not in (select principal from complete)),
    ${page(query)}
    select kind, id, name, email, avatar_key, members, total from page order by place, name_key, id`.execute(db);
  return rows;
}
