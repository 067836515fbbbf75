import { sql } from 'kysely';
import { jobType, onJob } from '../../jobs/queue.ts';

/** Hourly: challenges that nobody answered, and set-ups that nobody finished. */
export const deleteExpiredChallenges = onJob(
  jobType<object>('second-factors.clean-up'),
  async (_, { db }) => {
    await sql`delete from passkey_challenges where expires_at < now()`.execute(db);
    await sql`delete from two_factor where confirmed_at is null and started_at < now() - interval '1 day'`.execute(db);
  },
  '37 * * * *',
);
