import type { SecondStep } from '@sheaf/contract';
import { AppError } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { giveBackAllowance, takeAllowance } from '../../platform/allowance.ts';
import { resetAttempts, slowDown } from '../../platform/slow-down.ts';
import { countTry, triesOf } from '../../platform/throttle.ts';
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

const windowSeconds = 15 * 60;
const tooMany = 'Too many attempts to sign in. Wait a few minutes, then try again.';
/** So many wrong guesses at one account in the window, from anywhere, are an attack on it. */
const attack = 50;
/**
 * Of one network, over all accounts: sign-ins in progress, and those that failed. Room for an office that comes in at nine
 * and mistypes; whoever tries one password at many accounts is left with four a minute.
 */
const ofNetwork = { most: 300, secondsEach: 15 };

interface Given {
  email: string;
  password: string;
}

/**
 * One answer for an unknown address and a wrong password, after the same work. Guessing is slowed down for the network it
 * comes from; nobody is shut out, and a browser that signed in before is not held up by what others try elsewhere. With
 * two-factor authentication the right password begins the second step, and no session.
 */
export async function signIn(services: Services, client: Client, given: Given): Promise<SignedIn | SecondStep> {
  const { db } = services;
  const keys = await admitTry(services, client, given.email);
  const user = await findUserByEmail(db, given.email);
  const matches = await passwordMatches(user?.password_hash, given.password);
  const secondFactor = matches && user ? await twoFactorOf(db, user.id) : null;
  const token = matches && user && !secondFactor ? await startSession(db, user.id, client, user.password_hash) : null;
  if (!user || !(token || secondFactor)) {
    await countTry(db, guessesAt(given.email), windowSeconds);
    await auditPerson(db, { id: user?.id ?? null, from: client }, { action: 'sign_in_failed' });
    throw new AppError('invalid_credentials', 'Wrong email or password.');
  }
  await resetAttempts(db, keys.own);
  // Of the network only this try: whoever has one account must not wipe out their guesses at others with it.
  if (keys.network) await giveBackAllowance(db, keys.network, ofNetwork);
  return secondFactor ? beginSecondStep(db, user, secondFactor) : { auth: { token: token! }, user: presentUser(user) };
}

const guessesAt = (email: string) => `sign-in guesses ${email}`;

/** Lets the try through or says when the next may be made; answers what it was counted under. */
async function admitTry(
  { db }: Services,
  client: Client,
  email: string,
): Promise<{ own: string; network: string | null }> {
  if (await isKnownDevice(db, email, client)) {
    const own = `sign-in device ${client.device} ${email}`;
    await slowDown(db, own, { free: 10, maxSeconds: 120, resetSeconds: windowSeconds }, tooMany);
    return { own, network: null };
  }
  const own = `sign-in ${client.network} ${email}`;
  const attacked = (await triesOf(db, guessesAt(email))) >= attack;
  await slowDown(db, own, { free: attacked ? 2 : 6, maxSeconds: 120, resetSeconds: windowSeconds }, tooMany);
  const network = `sign-in ${client.network}`;
  await takeAllowance(db, network, ofNetwork, tooMany);
  return { own, network };
}
