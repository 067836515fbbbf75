import { type RawBuilder, sql } from 'kysely';

/** Accounts with documents that no longer count as seen although their access rows still exist. */
export interface HiddenAccounts {
  /** Accounts that are being removed. */
  removed: string[];
  /** Accounts with a share that has ended. */
  ending: string[];
}

export const nothingHidden: HiddenAccounts = { removed: [], ending: [] };

/** The viewer: a person and those of their groups that anything is shared with. */
export interface Viewer {
  id: string;
  membership: { organizationId: string; groupIds: readonly string[]; hidden: HiddenAccounts };
}

type Fragment = RawBuilder<unknown>;

const allOf = ({ id, membership }: Viewer): string[] => [id, ...membership.groupIds];

/**
 * SQL: an array of the viewer's principals, to compare with `document_access.principal_id` and
 * `document_shares.principal_id`.
 */
export const principals = (viewer: Viewer): Fragment => sql`${allOf(viewer)}::uuid[]`;

/**
 * SQL condition on a row of document_access, given by its alias: the row still counts. Rows of an account that is being
 * removed and of a large share that has ended are deleted in the background; until then, `hidden` lists their accounts.
 * Usually there are none, and the condition is empty.
 */
export function isNotHidden(viewer: Viewer, row: string): Fragment {
  const { removed, ending } = viewer.membership.hidden;
  const [account, own] = [sql.ref(`${row}.account_id`), sql.ref(`${row}.own`)];
  const isThere = removed.length > 0 ? sql`and ${account} <> all(${removed}::uuid[])` : sql``;
  if (ending.length === 0) return isThere;
  return sql`${isThere} and (${own} or ${account} <> all(${ending}::uuid[]) or ${isStillShared(viewer, row)})`;
}

/**
 * SQL condition for a row in an account with an ended share: another share lets the same principal see the document.
 */
function isStillShared(viewer: Viewer, row: string): Fragment {
  const [principal, document, parent] = ['principal_id', 'document_id', 'parent_id'].map((name) =>
    sql.ref(`${row}.${name}`),
  );
  const shares = sql`select s.principal_id, s.document_id from document_shares s
    where s.account_id = any(${viewer.membership.hidden.ending}::uuid[]) and s.principal_id = any(${principals(viewer)})
      and s.state in ('live', 'filling')`;
  // There are far fewer folders than files, so they are found once for all rows (docs/adr/0006-below-a-folder.md).
  return sql`((${principal}, ${document}) in (${shares}) or (${principal}, ${parent}) in (
    with recursive below (principal, id) as (
      (${shares})
      union
      select below.principal, d.id from below join documents d on d.parent_id = below.id and d.kind = 'folder')
    select principal, id from below))`;
}

/** Whether the viewer may see the document with this id, as of the start of their request. */
export const sees = (viewer: Viewer, documentId: Fragment, by: Fragment = principals(viewer)): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from document_access seen
    where seen.document_id = ${documentId} and seen.principal_id = any(${by}) ${isNotHidden(viewer, 'seen')})`;

/**
 * Accounts with documents that the viewer may see for more than one reason. These follow from shares, of which there
 * are few; in all other accounts each document the viewer sees has exactly one row of document_access.
 */
const overlapping = (viewer: Viewer): Fragment => sql`array(select account_id from (
    select account_id, principal_id from document_shares
    where organization_id = ${viewer.membership.organizationId} and principal_id = any(${principals(viewer)})
      and state in ('live', 'filling')
    union all
    select id, user_id from source_accounts
    where organization_id = ${viewer.membership.organizationId} and user_id = ${viewer.id}) reasons
  group by account_id having count(distinct principal_id) > 1)`;

/** SQL condition on a row `a`: of all rows that let the viewer see the document, this one counts. */
const firstReason = (
  viewer: Viewer,
  accounts: Fragment,
): Fragment => sql`(a.own or a.account_id <> all(${accounts}::uuid[])
  or is_first_reason(a.document_id, a.own, a.principal_id, ${principals(viewer)}))`;

/**
 * SQL condition on a row `a` of document_access: it lets the viewer see a document. It holds for one row of each
 * document only.
 */
export function isSeen(viewer: Viewer): Fragment {
  const inOrganization = sql`a.organization_id = ${viewer.membership.organizationId}`;
  if (viewer.membership.groupIds.length === 0)
    return sql`${inOrganization} and a.principal_id = ${viewer.id} ${isNotHidden(viewer, 'a')}`;
  return sql`${inOrganization} and a.principal_id = any(${principals(viewer)}) ${isNotHidden(viewer, 'a')}
    and ${firstReason(viewer, overlapping(viewer))}`;
}

/**
 * SQL: the number of documents the viewer sees whose row `a` satisfies `where`. A document with several reasons counts
 * once.
 */
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
  /** Columns of `a`, with names. They must include those of the order. */
  columns: Fragment;
  where: Fragment;
  /** Columns of `a` for which an index has this order for each principal. */
  order: Fragment;
  limit: number;
  /**
   * Whether to inline the limit into the statement, for small limits that PostgreSQL must know to find the best plan.
   */
  isFixed?: boolean;
  offset?: number;
}

/**
 * The rows `a` that the viewer sees, in the order of an index: one index range for each of the viewer's principals,
 * merged. Reads no more rows than requested.
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
