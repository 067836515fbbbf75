import { sql } from 'kysely';
import { jobType, onJob } from '../../jobs/queue.ts';
import { deleteExpiredLimits } from '../../platform/limits/index.ts';

/** Hourly: deletes expired rows. */
export const cleanUp = onJob(
  jobType<object>('auth.clean-up'),
  async (_, { db }) => {
    const past = sql<Date>`now()`;
    await db.deleteFrom('sessions').where('expires_at', '<', past).execute();
    await db.deleteFrom('codes').where('expires_at', '<', past).execute();
    await db.deleteFrom('password_resets').where('expires_at', '<', past).execute();
    await db.deleteFrom('pending_sign_ins').where('expires_at', '<', past).execute();
    await deleteExpiredLimits(db);
  },
  '17 * * * *',
);
