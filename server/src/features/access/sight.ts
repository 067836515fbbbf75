import type { HiddenAccounts } from './seen-by.ts';

/** What lets a member see documents. It is read by the query that authenticates the request. */
export interface Sight {
  /**
   * The groups of the member, including everyone, that anything is shared with. With the person they are all principals
   * that can let them see a document.
   */
  groupIds: string[];
  hidden: HiddenAccounts;
  /** Changes with every change of the documents the person sees here, directly or through a group. */
  viewVersion: string;
}

/** SQL: the columns of a `Sight`, to be used with `joinSight`, and their names for a query around that one. */
export const sightColumns = `v.version as view_version, g.group_ids, g.groups_version,
    (select array_agg(id) from source_accounts
      where organization_id = m.organization_id and removed_at is not null) as removed_account_ids,
    (select array_agg(distinct account_id) from document_shares
      where organization_id = m.organization_id and state in ('ending', 'ended')) as ending_account_ids`;
export const sightNames = (row: string): string =>
  ['view_version', 'group_ids', 'groups_version', 'removed_account_ids', 'ending_account_ids']
    .map((name) => `${row}.${name}`)
    .join(', ');

/** SQL: joins what `sightColumns` read for the membership `m`. One value stands for the versions of all groups. */
export const joinSight = `left join document_views v on v.organization_id = m.organization_id and v.user_id = m.user_id
  left join lateral (
    select array_agg(g.id order by g.id) as group_ids, md5(string_agg(g.id || ' ' || g.view_version, ' ' order by g.id)) as groups_version
    from (select group_id as id from group_members
        where organization_id = m.organization_id and user_id = m.user_id
      union all select m.organization_id where m.role <> 'guest') mine
    join groups g on g.id = mine.id and g.deleted_at is null
    where exists (select 1 from document_shares s where s.organization_id = m.organization_id and s.principal_id = g.id)
  ) g on true`;

export interface SightRow {
  view_version: number | null;
  group_ids: string[] | null;
  groups_version: string | null;
  removed_account_ids: string[] | null;
  ending_account_ids: string[] | null;
}

export const sightOf = (row: SightRow): Sight => ({
  groupIds: row.group_ids ?? [],
  hidden: { removed: row.removed_account_ids ?? [], ending: row.ending_account_ids ?? [] },
  viewVersion: `${row.view_version ?? 0} ${row.groups_version ?? ''}`,
});
