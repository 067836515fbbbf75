import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Origin } from '../../http/client.ts';
import { jobType, onJob } from '../../jobs/queue.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { newToken, tokenHash } from '../../platform/secrets/keys.ts';
import type { Services } from '../../services.ts';
import { endKeysOf } from '../api-keys/index.ts';
import { auditPerson } from '../audit/index.ts';
import {
  deleteDevices,
  dropCodes,
  endSessions,
  makePasswordUnusable,
  sendResetCodeTo,
  updateUser,
} from '../auth/index.ts';
import { deleteFactorsSince } from '../second-factors/index.ts';
import { emailRevertedMail } from './user.mails.ts';

/** Stores the address that is given up, and returns the token for the link in the email to it. */
export async function keepWayBack(tx: Executor, userId: string, oldEmail: string): Promise<string> {
  const token = newToken();
  await sql`insert into email_changes (token_hash, user_id, old_email, expires_at)
    values (${tokenHash(token)}, ${userId}, ${oldEmail}, now() + make_interval(days => ${limits.emailRevertDays}))`.execute(
    tx,
  );
  return token;
}

/** Hourly: deletes records of changes that can no longer be reverted. */
export const deleteExpiredEmailChanges = onJob(
  jobType<object>('user.forget-email-changes'),
  async (_, { db }) => {
    await db.deleteFrom('email_changes').where('expires_at', '<', sql<Date>`now()`).execute();
  },
  '27 * * * *',
);

/** Whether another person gave the address up and may still revert that. */
export async function isKeptForAnother(db: Executor, userId: string, email: string): Promise<boolean> {
  const { rows } = await sql`select from email_changes
    where lower(old_email) = ${email} and user_id <> ${userId} and expires_at > now()`.execute(db);
  return rows.length > 0;
}

/**
 * Restores the old address, for the holder of the link emailed to it. The person who changed it knew the password and
 * has a session, and may have created keys: all of these end, and so do the links of later changes, which went to their
 * addresses. Passkeys and two-factor authentication newer than a week before the change are deleted as well, since they
 * may be theirs; older ones protect against someone with access to the mailbox only. A code for a new password goes to
 * the old address.
 */
export async function revertEmail({ db }: Services, from: Origin, token: string): Promise<{ email: string }> {
  return db.transaction().execute(async (tx) => {
    const change = await tx
      .deleteFrom('email_changes')
      .where('token_hash', '=', tokenHash(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['user_id', 'old_email', 'changed_at'])
      .executeTakeFirst();
    if (!change) throw new AppError('conflict', 'This link has expired or was already used.');
    const { user_id: userId, old_email: email } = change;
    await tx
      .deleteFrom('email_changes')
      .where('user_id', '=', userId)
      .where('changed_at', '>=', change.changed_at)
      .execute();
    await deleteFactorsSince(tx, userId, change.changed_at);
    const { name } = await updateUser(tx, userId, { email });
    await makePasswordUnusable(tx, userId);
    await endSessions(tx, userId);
    await endKeysOf(tx, userId);
    await deleteDevices(tx, userId);
    await dropCodes(tx, userId);
    await sendMail(tx, email, emailRevertedMail(name));
    await sendResetCodeTo(tx, email);
    await auditPerson(tx, { id: userId, from }, { action: 'email_change_undone', details: { to: email } });
    return { email };
  });
}
