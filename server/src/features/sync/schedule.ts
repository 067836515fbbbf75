import { sql } from 'kysely';
import { jobType, onJob } from '../../jobs/queue.ts';
import { requestRun } from './batches.queries.ts';

/** Every minute: accounts that are due get a run, and with it a later due time, so that two workers ask once. */
export const scheduleRuns = onJob(
  jobType<object>('sync.schedule'),
  async (_, { db }) => {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        id: string;
        organization_id: string;
      }>`update source_accounts set next_sync_at = now() + interval '5 minutes'
        where id in (select a.id from source_accounts a join organizations o on o.id = a.organization_id and o.deleted_at is null
          where a.next_sync_at <= now() and a.status in ('connected', 'error', 'syncing', 'attention')
          order by a.next_sync_at limit 500 for update of a skip locked)
        returning id, organization_id`.execute(tx);
      for (const account of rows) await requestRun(tx, account, ['running', 'paused']);
    });
  },
  '* * * * *',
);
