import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { principals } from '../../access/index.ts';
import type { NameRoute } from './names.ts';
import { memosOf } from './view-memo.ts';

/** The services needed to find the route; `db` may be a transaction. */
export interface RouteServices {
  db: Executor;
  memory: Services['memory'];
}

/** Going through this many names takes a millisecond or two. */
const fewest = 2_000;
/** Going through this share of all documents takes less time than most searches in the index of all of them. */
const share = 0.02;
/** Going through this many takes a tenth of a second. */
const max = 200_000;

/**
 * Returns the faster way to search names in what the viewer sees. PostgreSQL would choose wrongly: it considers reading
 * the index of names almost free, and would read the entries of all organizations for a few in a list of a thousand.
 */
export async function nameRouteOf(services: RouteServices, viewer: Member): Promise<NameRoute> {
  const memo = memosOf(services).of(viewer, 'names');
  memo.nameRoute ??= (await hasShortList(services.db, viewer)) ? 'list' : 'index';
  return memo.nameRoute;
}

/**
 * Counts only as far as needed, and not at all if the counts of the viewer's accounts are high enough. Without
 * statistics, a table has -1 rows.
 */
async function hasShortList(db: Executor, viewer: Member): Promise<boolean> {
  const { rows } = await sql<{ isShort: boolean }>`
    with short (length) as materialized (
      select greatest(${sql.lit(fewest)}, least(${sql.lit(max)}, reltuples * ${sql.lit(share)}))::int
      from pg_class where oid = 'document_access'::regclass
    )
    select coalesce((select sum(files) from source_accounts
        where organization_id = ${viewer.membership.organizationId} and user_id = ${viewer.id} and removed_at is null), 0)
        <= (select length from short)
      and (select count(*) from (select 1 from document_access a
        where a.organization_id = ${viewer.membership.organizationId} and a.principal_id = any(${principals(viewer)})
        limit (select length + 1 from short)) s) <= (select length from short) as "isShort"`.execute(db);
  return rows[0]!.isShort;
}
