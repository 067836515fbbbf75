import { AppError } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { takeAllowance } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { askForPasskey, checkPasskey, type PasskeyAnswer } from '../second-factors/index.ts';
import { presentUser } from './auth.present.ts';
import { findUserById } from './auth.queries.ts';
import { findPending, spendPending } from './pending-sign-ins.ts';
import type { SignedIn } from './register.ts';
import { startSession } from './sessions.ts';

/** Per network. Every visit of the sign-in page requests a challenge, which is a row until it expires. */
const ofNetwork = { max: 600, secondsEach: 1 };

/** The same answer for a passkey that is unknown, was removed, or belongs to someone else. */
const refused = () =>
  new AppError(
    'invalid_credentials',
    'This passkey can’t be used to sign in. It may have been removed, or the request has expired. Try again.',
  );

/** With the token of a first step, asks for the passkeys of that person; otherwise for any that the browser finds. */
export async function passkeyOptions(services: Services, client: Client, token: string | undefined) {
  await takeAllowance(
    services.db,
    `passkey ${client.network}`,
    ofNetwork,
    'Too many attempts. Wait a little and try again.',
  );
  return askForPasskey(services, token ? await findPending(services.db, token) : null);
}

/**
 * A passkey counts as both factors: something the person has, unlocked by something they know or are. With the token of
 * a first step it is the second factor.
 */
export async function signInWithPasskey(
  services: Services,
  client: Client,
  { response, token }: { response: PasskeyAnswer; token?: string | undefined },
): Promise<SignedIn> {
  const { db } = services;
  const checked = await checkPasskey(services, response, token ? await findPending(db, token) : null);
  const user = checked && (await findUserById(db, checked.userId));
  if (!user) throw refused();
  const session = await db.transaction().execute(async (tx) => {
    const passwordHash = token ? await spendPending(tx, token) : user.password_hash;
    if (!(await checked.spend(tx))) throw refused();
    return startSession(tx, user.id, client, passwordHash);
  });
  if (!session) throw refused();
  return { auth: { token: session }, user: presentUser(user) };
}
