import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { jobType, onJob } from '../../jobs/queue.ts';
import { deletePasskeysOf } from './passkeys/passkeys.queries.ts';
import { deleteTwoFactor } from './two-factor.queries.ts';

/** Hourly: deletes unanswered challenges and unfinished set-ups. */
export const deleteExpiredChallenges = onJob(
  jobType<object>('second-factors.clean-up'),
  async (_, { db }) => {
    await sql`delete from passkey_challenges where expires_at < now()`.execute(db);
    await sql`delete from two_factor where confirmed_at is null and started_at < now() - interval '1 day'`.execute(db);
  },
  '37 * * * *',
);

/** Deletes authenticator app, recovery codes and passkeys, so that only the password is left. */
export async function deleteAllFactors(tx: Executor, userId: string): Promise<void> {
  await deleteTwoFactor(tx, userId);
  await deletePasskeysOf(tx, userId);
}
