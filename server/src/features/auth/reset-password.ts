import type { Executor } from '../../db/pool.ts';
import type { Client } from '../../http/client.ts';
import { enqueue, jobType, onJob } from '../../jobs/queue.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { decrementThrottle, throttle } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { auditPerson } from '../audit/index.ts';
import { passwordChangedMail, resetMail } from './auth.mails.ts';
import { findUserByEmail, markVerified, setPassword } from './auth.queries.ts';
import { deleteDevices, isKnownDevice } from './devices.ts';
import { hashPassword } from './passwords.ts';
import { checkResetCode, prepareResetCode, spendResetCode, takeResetCode, wrongCode } from './reset-codes.ts';
import { endSessions } from './sessions.ts';

const resetCodeJob = jobType<{ email: string }>('auth.send-reset-code');
const tooMany = 'Too many codes were requested. Wait a few minutes, then try again.';
const hour = 3600;

/** Counts codes that a network requested and has not used. */
const askedFrom = ({ network }: Client) => `reset ${network}`;

/**
 * Does the same for every address: limits, a code, a job, success. Only the job looks up whether there is an account,
 * so neither the answer nor its time reveals it. Requests are limited per network, so that one network can't use up the
 * limit per address. Neither limit applies to a browser that signed in before.
 */
export async function askForReset({ db }: Services, client: Client, email: string): Promise<void> {
  if (!(await isKnownDevice(db, email, client))) {
    await throttle(db, askedFrom(client), { times: 300, seconds: hour }, tooMany);
    await throttle(db, `reset ${client.network} ${email}`, { times: 6, seconds: hour }, tooMany);
    await throttle(db, `reset ${email}`, { times: 12, seconds: hour }, tooMany);
  }
  await db.transaction().execute((tx) => sendResetCodeTo(tx, email, client));
}

/**
 * Sends a code to this address if someone has it. Without a client, it is sent because of something that happened to
 * the account.
 */
export async function sendResetCodeTo(tx: Executor, email: string, client?: Client): Promise<void> {
  await prepareResetCode(tx, email, client);
  await enqueue(tx, resetCodeJob, { email });
}

export const sendResetCode = onJob(resetCodeJob, async ({ email }, { db, keys }) => {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  await db.transaction().execute(async (tx) => {
    const code = await takeResetCode(tx, keys, email);
    if (code) await sendMail(tx, user.email, resetMail(user.name, code));
  });
});

/** Ends every session. The code came by mail, so the address counts as verified too. */
export async function resetPassword(
  services: Services,
  client: Client,
  given: { email: string; code: string; password: string },
): Promise<void> {
  const { db, keys, config } = services;
  await checkResetCode(db, keys, client, given);
  const passwordHash = await hashPassword(given.password);
  await db.transaction().execute(async (tx) => {
    await spendResetCode(tx, given.email);
    const user = await findUserByEmail(tx, given.email);
    if (!user) throw wrongCode();
    await setPassword(tx, user.id, passwordHash);
    await markVerified(tx, user.id);
    await endSessions(tx, user.id);
    await deleteDevices(tx, user.id);
    await sendMail(tx, user.email, passwordChangedMail(user.name, config.publicUrl));
    await decrementThrottle(tx, askedFrom(client));
    await auditPerson(tx, { id: user.id, from: client }, { action: 'password_reset' });
  });
}
