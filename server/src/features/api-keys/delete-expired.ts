import { sql } from 'kysely';
import { jobType, onJob } from '../../jobs/queue.ts';

/** Daily: keys that expired 30 days ago. Until then the list shows them, so that their owner sees why a script stopped. */
export const deleteExpiredKeys = onJob(
  jobType<object>('api-keys.forget-expired'),
  async (_, { db }) => {
    await sql`delete from api_keys where expires_at < now() - interval '30 days'`.execute(db);
  },
  '52 3 * * *',
);
