import { sql } from 'kysely';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';

/**
 * Hourly: groups that were deleted a day ago can no longer be restored and go, once what was shared with them is no
 * longer (`endSharesOfDeletedGroups`).
 */
export const deleteExpiredGroups = onSlicedJob(
  jobType<object>('groups.forget-deleted'),
  async ({ db }) => {
    const { numAffectedRows } = await sql`delete from groups where id in (select g.id from groups g
      where g.deleted_at < now() - interval '1 day'
        and not exists (select 1 from document_shares s where s.organization_id = g.organization_id and s.principal_id = g.id)
      limit 100)`.execute(db);
    return numAffectedRows !== 0n;
  },
  '49 * * * *',
);
