import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { jobType, onJob } from '../../jobs/queue.ts';
import { deletePasskeysOf } from './passkeys/passkeys.queries.ts';
import { deleteTwoFactor } from './two-factor.queries.ts';

/** Hourly: challenges that nobody answered, and set-ups that nobody finished. */
export const deleteExpiredChallenges = onJob(
  jobType<object>('second-factors.clean-up'),
  async (_, { db }) => {
    await sql`delete from passkey_challenges where expires_at < now()`.execute(db);
    await sql`delete from two_factor where confirmed_at is null and started_at < now() - interval '1 day'`.execute(db);
  },
  '37 * * * *',
);

/** Authenticator app, recovery codes and passkeys: only the password is left. */
export async function deleteAllFactors(tx: Executor, userId: string): Promise<void> {
  await deleteTwoFactor(tx, userId);
  await deletePasskeysOf(tx, userId);
}
