import { sql } from 'kysely';
import { jobType, onJob } from '../../jobs/queue.ts';

/** Hourly: deletes authorizations that were not finished in time. */
export const deleteExpiredAuthorizations = onJob(
  jobType<object>('sources.forget-authorizations'),
  async (_, { db }) => {
    await db.deleteFrom('source_authorizations').where('expires_at', '<', sql<Date>`now()`).execute();
  },
  '53 * * * *',
);
