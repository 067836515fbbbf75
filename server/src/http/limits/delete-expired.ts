import { sql } from 'kysely';
import { jobType, onJob } from '../../jobs/queue.ts';

/** Runs every ten minutes and deletes the counts of past minutes. Only busy callers have one, so there are few. */
export const deleteExpiredCounts = onJob(
  jobType<object>('http.forget-counts'),
  async (_, { db }) => {
    await sql`delete from request_counts where resets_at < now()`.execute(db);
  },
  '*/10 * * * *',
);
