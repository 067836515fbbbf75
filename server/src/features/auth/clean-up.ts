import { sql } from 'kysely';
import { jobType, onJob } from '../../jobs/queue.ts';

/** Hourly: what has expired goes. */
export const cleanUp = onJob(
  jobType<object>('auth.clean-up'),
  async (_, { db }) => {
    const past = sql<Date>`now()`;
    // Mails that could not be delivered for good carry codes and links.
    await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
      where task_identifier = 'mail.send' and attempts >= max_attempts and locked_at is null))`.execute(db);
    await db.deleteFrom('sessions').where('expires_at', '<', past).execute();
    await db.deleteFrom('codes').where('expires_at', '<', past).execute();
    await db.deleteFrom('throttles').where('resets_at', '<', past).execute();
    await db.deleteFrom('outbox').where('sent_at', '<', sql<Date>`now() - interval '30 days'`).execute();
  },
  '17 * * * *',
);
