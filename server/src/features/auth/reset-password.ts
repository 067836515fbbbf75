import { limits } from '@sheaf/contract';
import { AppError, wrongField } from '../../errors.ts';
import type { Client } from '../../http/route.ts';
import { enqueue, jobType, onJob } from '../../jobs/queue.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { throttle } from '../../platform/throttle.ts';
import type { Services } from '../../services.ts';
import { passwordChangedMail, resetMail } from './auth.mails.ts';
import { findUserByEmail, markVerified, setPassword } from './auth.queries.ts';
import { checkCode, issueCode, spendCode } from './codes.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';

const resetCodeJob = jobType<{ email: string }>('auth.send-reset-code');
const tooMany = 'Too many tries. Please wait a little and try again.';

/**
 * The same for every address: limit, a job, success. Whether there is an account is looked up by the job, so neither
 * answer nor time tells.
 */
export async function askForReset({ db }: Services, client: Client, email: string): Promise<void> {
  await throttle(db, `reset ${client.network}`, { times: 50, seconds: 3600 }, tooMany);
  await throttle(
    db,
    `reset ${email}`,
    { times: 1, seconds: limits.codeResendSeconds },
    'A code was asked for just now. Please wait a minute before the next.',
  );
  await enqueue(db, resetCodeJob, { email });
}

export const sendResetCode = onJob(resetCodeJob, async ({ email }, { db, keys }) => {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  await db
    .transaction()
    .execute(async (tx) => {
      const code = await issueCode(tx, keys, user.id, 'reset_password', user.email);
      await sendMail(tx, user.email, resetMail(user.name, code));
    })
    .catch((error) => {
      // Sent less than a minute ago already (the job ran twice): that one serves.
      if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
    });
});

/** Ends every session. The code came by mail, so the address counts as verified too. */
export async function resetPassword(
  services: Services,
  client: Client,
  given: { email: string; code: string; password: string },
): Promise<void> {
  const { db, keys, config } = services;
  await throttle(db, `reset-try ${client.network}`, { times: 50, seconds: 900 }, tooMany);
  const user = await findUserByEmail(db, given.email);
  if (!user) throw wrongField('code', 'This code is wrong or has expired');
  const target = await checkCode(db, keys, user.id, 'reset_password', given.code);
  // Sent to an address that was changed since: whoever reads that mailbox is no longer asked.
  if (target !== user.email) throw wrongField('code', 'This code is wrong or has expired');
  const passwordHash = await hashPassword(given.password);
  await db.transaction().execute(async (tx) => {
    await spendCode(tx, keys, user.id, 'reset_password', given.code);
    await setPassword(tx, user.id, passwordHash);
    await markVerified(tx, user.id);
    await endSessions(tx, user.id);
    await sendMail(tx, user.email, passwordChangedMail(user.name, config.publicUrl));
  });
}
