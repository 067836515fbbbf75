import { type RawBuilder, sql } from 'kysely';

/** Accounts with documents that nobody sees any more, some or all, although their rows are still being removed. */
export interface HiddenAccounts {
  /** Those that are being removed. */
  removed: string[];
  /** Those with a share that has ended. */
  ending: string[];
}

export const nothingHidden: HiddenAccounts = { removed: [], ending: [] };

/** Whoever looks: a person, and the groups of theirs that anything is shared with. */
export interface Viewer {
  id: string;
  membership: { organizationId: string; groupIds: readonly string[]; hidden: HiddenAccounts };
}

type Fragment = RawBuilder<unknown>;

const allOf = ({ id, membership }: Viewer): string[] => [id, ...membership.groupIds];

/** SQL: an array of all that the viewer is, as `document_access.principal_id` and `document_shares.principal_id` name it. */
export const principals = (viewer: Viewer): Fragment => sql`${allOf(viewer)}::uuid[]`;

/**
 * Of a row of document_access, by its alias: it still counts. Rows of an account that is being removed, and of a large share
 * that has ended, go in the background; as long as there are any, their accounts are named here. Mostly there are none,
 * and nothing is asked.
 */
export function isNotHidden(viewer: Viewer, row: string): Fragment {
  const { removed, ending } = viewer.membership.hidden;
  const [account, own] = [sql.ref(`${row}.account_id`), sql.ref(`${row}.own`)];
  const isThere = removed.length > 0 ? sql`and ${account} <> all(${removed}::uuid[])` : sql``;
  if (ending.length === 0) return isThere;
  return sql`${isThere} and (${own} or ${account} <> all(${ending}::uuid[]) or ${isStillShared(viewer, row)})`;
}

/** Of a row in one of the accounts with a share that has ended: another share lets the same principal see it. */
function isStillShared(viewer: Viewer, row: string): Fragment {
  const [principal, document, parent] = ['principal_id', 'document_id', 'parent_id'].map((name) =>
    sql.ref(`${row}.${name}`),
  );
  const shares = sql`select s.principal_id, s.document_id from document_shares s
    where s.account_id = any(${viewer.membership.hidden.ending}::uuid[]) and s.principal_id = any(${principals(viewer)})
      and s.state in ('live', 'filling')`;
  // Folders are few beside files: they are found once for all rows (docs/adr/0006-below-a-folder.md).
  return sql`((${principal}, ${document}) in (${shares}) or (${principal}, ${parent}) in (
    with recursive below (principal, id) as (
      (${shares})
      union
      select below.principal, d.id from below join documents d on d.parent_id = below.id and d.kind = 'folder')
    select principal, id from below))`;
}

/** Whether the viewer may see the document with this id, as of the beginning of their request. */
export const sees = (viewer: Viewer, documentId: Fragment, by: Fragment = principals(viewer)): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from document_access seen
    where seen.document_id = ${documentId} and seen.principal_id = any(${by}) ${isNotHidden(viewer, 'seen')})`;

/**
 * Accounts with documents that the viewer may see for more than one reason. They follow from shares, which are few; all
 * other accounts have one row of document_access for each document the viewer sees.
 */
const overlapping = (viewer: Viewer): Fragment => sql`array(select account_id from (
    select account_id, principal_id from document_shares
    where organization_id = ${viewer.membership.organizationId} and principal_id = any(${principals(viewer)})
      and state in ('live', 'filling')
    union all
    select id, user_id from source_accounts
    where organization_id = ${viewer.membership.organizationId} and user_id = ${viewer.id}) reasons
  group by account_id having count(distinct principal_id) > 1)`;

/** Of a row `a`: of all rows that let the viewer see the document, it is the one that counts. */
const firstReason = (
  viewer: Viewer,
  accounts: Fragment,
): Fragment => sql`(a.own or a.account_id <> all(${accounts}::uuid[])
  or is_first_reason(a.document_id, a.own, a.principal_id, ${principals(viewer)}))`;

/** Of a row `a` of document_access: it lets the viewer see a document. Of each document that is true of one row only. */
export function isSeen(viewer: Viewer): Fragment {
  const inOrganization = sql`a.organization_id = ${viewer.membership.organizationId}`;
  if (viewer.membership.groupIds.length === 0)
    return sql`${inOrganization} and a.principal_id = ${viewer.id} ${isNotHidden(viewer, 'a')}`;
  return sql`${inOrganization} and a.principal_id = any(${principals(viewer)}) ${isNotHidden(viewer, 'a')}
    and ${firstReason(viewer, overlapping(viewer))}`;
}

/** SQL: how many documents the viewer sees of those with this true of a row `a`. Where reasons overlap, each is counted once. */
export function countSeen(viewer: Viewer, where: Fragment): Fragment {
  const { organizationId, groupIds } = viewer.membership;
  if (groupIds.length === 0)
    return sql`select count(*) as total from document_access a where ${isSeen(viewer)} and ${where}`;
  const accounts = sql`(select ids from overlapping)::uuid[]`;
  const rows = sql`document_access a where a.organization_id = ${organizationId} and a.principal_id = any(${principals(viewer)})
    ${isNotHidden(viewer, 'a')}`;
  return sql`with overlapping (ids) as materialized (select ${overlapping(viewer)})
    select (select count(*) from ${rows} and (a.own or a.account_id <> all(${accounts})) and ${where})
      + (select count(*) from (select 1 from ${rows} and cardinality(${accounts}) > 0
          and not a.own and a.account_id = any(${accounts}) and a.account_id <> all(array(
            select id from source_accounts where organization_id = ${organizationId} and user_id = ${viewer.id}))
          and ${where} group by a.document_id) once) as total`;
}

interface Ordered {
  /** Columns of `a`, with names; those of the order have to be among them. */
  columns: Fragment;
  where: Fragment;
  /** Of `a`, by columns that an index has in this order for each principal. */
  order: Fragment;
  limit: number;
  /** The limit is written into the statement: for one of few, where PostgreSQL has to know it to find the best plan. */
  isFixed?: boolean;
  offset?: number;
}

/**
 * Rows `a` that the viewer sees, in the order of an index: a range of it for each of the viewer's principals, merged.
 * Only as many are read as are asked for.
 */
export function seenInOrder(
  viewer: Viewer,
  { columns, where, order, limit, isFixed = false, offset = 0 }: Ordered,
): Fragment {
  const max = (rows: number) => (isFixed ? sql.lit(rows) : sql`${rows}`);
  const end = sql`order by ${order} limit ${max(limit)} ${offset > 0 ? sql`offset ${offset}` : sql``}`;
  if (viewer.membership.groupIds.length === 0)
    return sql`select ${columns} from document_access a where ${isSeen(viewer)} and ${where} ${end}`;
  const ranges = allOf(viewer).map(
    (id) => sql`(select ${columns} from document_access a
      where a.organization_id = ${viewer.membership.organizationId} and a.principal_id = ${id} ${isNotHidden(viewer, 'a')}
        and ${firstReason(viewer, sql`(select ids from overlapping)`)} and ${where}
      order by ${order} limit ${max(limit + offset)})`,
  );
  return sql`with overlapping (ids) as materialized (select ${overlapping(viewer)})
    select a.* from (${sql.join(ranges, sql` union all `)}) a ${end}`;
}
