import { AppError, wrongField } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import type { Services } from '../../services.ts';
import { auditPerson } from '../audit/index.ts';
import { countGuess, resetGuesses, spendSecondFactor } from '../second-factors/index.ts';
import { codesGuessedMail, recoveryCodeUsedMail } from './auth.mails.ts';
import { presentUser } from './auth.present.ts';
import { findUserById } from './auth.queries.ts';
import { isKnownDevice } from './devices.ts';
import { countStepTry, spendPending, stepOver } from './pending-sign-ins.ts';
import type { SignedIn } from './register.ts';
import { startSession } from './sessions.ts';

const wrongSecondFactor = () => wrongField('code', 'This code is wrong or was already used.');

/**
 * Spends the code and starts the session in one transaction, so that a code is used up exactly if it lets someone in.
 * Tries are counted before that, per token and per person. A browser that signed in before has tries of its own, so
 * that someone who knows the password can't lock the owner out of it.
 */
export async function finishSignIn(
  services: Services,
  client: Client,
  { token, code }: { token: string; code: string },
): Promise<SignedIn> {
  const { db, config } = services;
  const userId = await countStepTry(db, token);
  const user = await findUserById(db, userId);
  if (!user) throw stepOver();
  const isKnown = await isKnownDevice(db, user.email, client);
  const guesser = isKnown ? `device ${client.device} ${userId}` : userId;
  const { isLast } = await countGuess(db, guesser);
  try {
    const session = await db.transaction().execute(async (tx) => {
      const passwordHash = await spendPending(tx, token);
      const used = await spendSecondFactor(services, tx, userId, code);
      if (!used) throw wrongSecondFactor();
      const started = await startSession(tx, userId, client, passwordHash);
      if (!started) throw stepOver();
      if (used.kind === 'recovery')
        await sendMail(tx, user.email, recoveryCodeUsedMail(user.name, used.left, config.publicUrl));
      return started;
    });
    await resetGuesses(db, guesser);
    return { auth: { token: session }, user: presentUser(user) };
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'validation_failed';
    if (isWrong) await auditPerson(db, { id: userId, from: client }, { action: 'sign_in_failed' });
    if (isLast && isWrong) await sendMail(db, user.email, codesGuessedMail(user.name, config.publicUrl));
    throw error;
  }
}
