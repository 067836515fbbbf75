import { sql } from 'kysely';
import { jobType, onJob } from './queue.ts';
import { turnFlagOf } from './turns.ts';

/**
 * Every minute: of each workspace and kind, the first job that waits behind others of its own has its turn with the first
 * ones of everybody. So whoever has many goes on as well, however many have few.
 */
export const giveNextTurns = onJob(
  jobType<object>('jobs.next-turns'),
  async (_, { db }) => {
    await sql`with next as (
        select distinct on (j.task_id, flag.of) j.id from graphile_worker._private_jobs j
        cross join lateral (select ${turnFlagOf(sql`j.flags`)} as of) flag
        where j.is_available and j.priority > 0 and j.run_at <= now() and flag.of is not null
        order by j.task_id, flag.of, j.priority, j.run_at)
      update graphile_worker._private_jobs j set priority = 0 from next where j.id = next.id and j.is_available`.execute(
      db,
    );
  },
  '* * * * *',
);
