import { sql } from 'kysely';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';

/** Daily: deletes changes that ended more than a week ago. */
export const deleteExpiredWrites = onSlicedJob(
  jobType<object>('writes.forget'),
  async ({ db }) => {
    const { numAffectedRows } = await sql`delete from account_writes where id in (
      select id from account_writes where ended_at < now() - interval '7 days' order by ended_at limit 1000)`.execute(
      db,
    );
    return numAffectedRows !== 0n;
  },
  '17 4 * * *',
);
