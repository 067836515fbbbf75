import type { SecondStep } from '@sheaf/contract';
import { AppError } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { admitGuess } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { auditPerson } from '../audit/index.ts';
import { twoFactorOf } from '../second-factors/index.ts';
import { presentUser } from './auth.present.ts';
import { findUserByEmail } from './auth.queries.ts';
import { isKnownDevice } from './devices.ts';
import { passwordMatches } from './passwords.ts';
import { beginSecondStep } from './pending-sign-ins.ts';
import type { SignedIn } from './register.ts';
import { startSession } from './sessions.ts';

const tooMany = 'Too many attempts to sign in. Wait a few minutes, then try again.';

interface Given {
  email: string;
  password: string;
}

/**
 * Gives one answer for an unknown address and a wrong password, after the same work. Slows down guessing for the
 * network it comes from. No one is locked out, and a browser that signed in before is not slowed down by tries
 * elsewhere. With two-factor authentication, the right password starts the second step instead of a session.
 */
export async function signIn(services: Services, client: Client, given: Given): Promise<SignedIn | SecondStep> {
  const { db } = services;
  const knownDevice = (await isKnownDevice(db, given.email, client)) ? client.device : null;
  const guessed = { kind: 'sign-in', whose: given.email, network: client.network, knownDevice };
  const guess = await admitGuess(db, guessed, tooMany);
  const user = await findUserByEmail(db, given.email);
  const matches = await passwordMatches(user?.password_hash, given.password);
  const secondFactor = matches && user ? await twoFactorOf(db, user.id) : null;
  const token = matches && user && !secondFactor ? await startSession(db, user.id, client, user.password_hash) : null;
  if (!user || !(token || secondFactor)) {
    await guess.wasWrong();
    await auditPerson(db, { id: user?.id ?? null, from: client }, { action: 'sign_in_failed' });
    throw new AppError('invalid_credentials', 'Wrong email or password.');
  }
  await guess.wasRight();
  return secondFactor ? beginSecondStep(db, user, secondFactor) : { auth: { token: token! }, user: presentUser(user) };
}
