import type { Executor } from '../../db/pool.ts';
import { AppError, wrongField } from '../../errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { checkCurrentPassword } from '../auth/index.ts';
import {
  checkPasskey,
  countGuess,
  type PasskeyAnswer,
  resetGuesses,
  spendSecondFactor,
  twoFactorOf,
} from '../second-factors/index.ts';

export interface Proof {
  current_password: string;
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}

export const wrongCode = () => wrongField('code', 'This code is wrong or was already used.');
const wrongPasskey = () =>
  new AppError('conflict', 'This passkey can’t be used here, or the request has expired. Try again.');
const turnedOnMeanwhile = () =>
  new AppError('conflict', 'Two-factor authentication was turned on meanwhile. Reload the page.');

/** Counts the tries of signed-in people separately, so that they don't use up the tries for signing in elsewhere. */
export const guesserHere = ({ id }: Viewer) => `here ${id}`;

/** Uses up a second factor in the given transaction; throws if it was used before or is not a second factor. */
type Spend = (tx: Executor) => Promise<void>;

/**
 * Required before anything that changes how a person signs in: the password and, while two-factor authentication is on,
 * a code or a passkey. So neither a stolen session nor a stolen password can weaken it. The code is used up in the
 * transaction of the change it allows.
 */
export async function withProof<T>(
  services: Services,
  viewer: Viewer,
  { current_password, code, passkey }: Proof,
  work: (tx: Executor) => Promise<T>,
): Promise<T> {
  const { db } = services;
  await checkCurrentPassword(services, viewer, current_password);
  const isOn = (await twoFactorOf(db, viewer.id)) !== null;
  const spend = isOn ? await secondFactor(services, viewer, { code, passkey }) : undefined;
  const result = await db.transaction().execute(async (tx) => {
    if (spend) await spend(tx);
    else if (await twoFactorOf(tx, viewer.id)) throw turnedOnMeanwhile();
    return work(tx);
  });
  if (isOn && !passkey) await resetGuesses(db, guesserHere(viewer));
  return result;
}

async function secondFactor(
  services: Services,
  viewer: Viewer,
  { code, passkey }: Pick<Proof, 'code' | 'passkey'>,
): Promise<Spend> {
  if (passkey) return ownPasskey(services, viewer, passkey);
  if (!code) throw wrongField('code', 'Enter a code from your authenticator app, or a recovery code');
  await countGuess(services.db, guesserHere(viewer));
  return async (tx) => {
    if (!(await spendSecondFactor(services, tx, viewer.id, code))) throw wrongCode();
  };
}

/** Checks an answer of one of the viewer's passkeys. */
export async function ownPasskey(services: Services, viewer: Viewer, answer: PasskeyAnswer): Promise<Spend> {
  const checked = await checkPasskey(services, answer, viewer.id);
  if (!checked) throw wrongPasskey();
  return async (tx) => {
    if (!(await checked.spend(tx))) throw wrongPasskey();
  };
}
