import { AppError } from '../../errors.ts';
import type { Client } from '../../http/route.ts';
import { forgive, throttle } from '../../platform/throttle.ts';
import type { Services } from '../../services.ts';
import { presentUser } from './auth.present.ts';
import { findUserByEmail } from './auth.queries.ts';
import { passwordMatches } from './passwords.ts';
import type { SignedIn } from './register.ts';
import { startSession } from './sessions.ts';

const window = 15 * 60;
const tooMany = 'Too many attempts to sign in. Please wait a little and try again.';

/** One answer for an unknown address and a wrong password, after the same work. */
export async function signIn(
  services: Services,
  client: Client,
  given: { email: string; password: string },
): Promise<SignedIn> {
  const { db } = services;
  // From one place against one account few tries; against an account from anywhere, or from one place, some more.
  const pair = `sign-in ${client.network} ${given.email}`;
  await throttle(db, pair, { times: 10, seconds: window }, tooMany);
  await throttle(db, `sign-in ${given.email}`, { times: 50, seconds: window }, tooMany);
  await throttle(db, `sign-in ${client.network}`, { times: 100, seconds: window }, tooMany);
  const user = await findUserByEmail(db, given.email);
  const matches = await passwordMatches(user?.password_hash, given.password);
  const token = matches && user ? await startSession(db, user.id, client, user.password_hash) : null;
  if (!user || !token) throw new AppError('invalid_credentials', 'The e-mail or the password is wrong.');
  await forgive(db, pair);
  return { auth: { token }, user: presentUser(user) };
}
