import { sql } from 'kysely';
import { enqueueSelected, hasLiveJob, jobType, onJob } from '../../jobs/queue.ts';
import { departureJob } from './departures.ts';
import { removeAccountJob } from './remove-account.ts';

const maxAttempts = 25;

/** Every five minutes: adds a new job for each marked removal whose job was lost or has used up its attempts. */
export const resumeRemovals = onJob(
  jobType<object>('removals.resume'),
  async (_, { db }) => {
    const account = sql<string>`'removal ' || a.id`;
    await enqueueSelected(
      db,
      removeAccountJob,
      sql`select json_build_object('accountId', a.id) as payload, ${account} as queue
        from source_accounts a join memberships m on m.organization_id = a.organization_id and m.user_id = a.user_id
        where a.removed_at is not null and not ${hasLiveJob(account)}`,
      { maxAttempts },
    );
    const member = sql<string>`'departure ' || d.organization_id || ' ' || d.user_id`;
    await enqueueSelected(
      db,
      departureJob,
      sql`select json_build_object('organizationId', d.organization_id, 'userId', d.user_id) as payload,
        ${member} as queue from departures d where not ${hasLiveJob(member)}`,
      { maxAttempts },
    );
  },
  '*/5 * * * *',
);
