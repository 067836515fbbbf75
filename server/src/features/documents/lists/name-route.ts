import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';
import { principals } from '../../access/index.ts';
import type { NameRoute } from './names.ts';
import { memoOf } from './view-memo.ts';

/** Going through so many names takes a millisecond or two. */
const fewest = 2_000;
/** Going through this share of all documents takes less than most searches in the index of all of them. */
const share = 0.02;
/** So many take a tenth of a second. */
const max = 200_000;

/**
 * The quicker way to look for a name in what the viewer sees. PostgreSQL would not find it: it takes what it reads of the
 * index of names for almost free, and reads the entries of all organisations for some in a list of a thousand.
 */
export async function nameRouteOf(db: Executor, viewer: Member): Promise<NameRoute> {
  const memo = memoOf(viewer, 'names');
  memo.nameRoute ??= (await hasShortList(db, viewer)) ? 'list' : 'index';
  return memo.nameRoute;
}

/**
 * Counts no further than has to be known, and not at all where the viewer's accounts say enough. As long as PostgreSQL has no
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
