import { sql } from 'kysely';
import { jobType, onJob } from '../../jobs/queue.ts';

/** Hourly: labels and collections that were deleted a day ago can no longer be restored and go. */
export const forgetDeleted = onJob(
  jobType<object>('owned-names.forget-deleted'),
  async (_, { db }) => {
    const yesterday = sql<Date>`now() - interval '1 day'`;
    await db.deleteFrom('labels').where('deleted_at', '<', yesterday).execute();
    await db.deleteFrom('collections').where('deleted_at', '<', yesterday).execute();
  },
  '29 * * * *',
);
