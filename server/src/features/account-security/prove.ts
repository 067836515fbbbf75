import type { Executor } from '../../db/pool.ts';
import { AppError, wrongField } from '../../errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { checkCurrentPassword } from '../auth/index.ts';
import { countGuess, forgetGuess, spendSecondFactor, twoFactorSince } from '../second-factors/index.ts';

export interface Proof {
  current_password: string;
  code?: string | undefined;
}

export const wrongCode = () => wrongField('code', 'This code is wrong or was already used.');

/** Tries of whoever is signed in: they take none from the person who signs in elsewhere. */
export const guesserHere = ({ id }: Viewer) => `here ${id}`;

/**
 * Asked before anything that changes how somebody signs in: the password, and while two-factor authentication is on a code
 * as well. So a stolen session can't weaken it, and neither can one with the password. The code is used up in the
 * transaction of what it allows.
 */
export async function withProof<T>(
  services: Services,
  viewer: Viewer,
  { current_password, code }: Proof,
  work: (tx: Executor) => Promise<T>,
): Promise<T> {
  const { db } = services;
  await checkCurrentPassword(services, viewer, current_password);
  const isOn = (await twoFactorSince(db, viewer.id)) !== null;
  if (isOn && !code) throw wrongField('code', 'Enter a code from your authenticator app, or a recovery code');
  if (isOn) await countGuess(db, guesserHere(viewer));
  const result = await db.transaction().execute(async (tx) => {
    if (isOn) {
      if (!(await spendSecondFactor(services, tx, viewer.id, code!))) throw wrongCode();
    } else if ((await twoFactorSince(tx, viewer.id)) !== null) {
      throw new AppError('conflict', 'Two-factor authentication was turned on meanwhile. Reload the page.');
    }
    return work(tx);
  });
  if (isOn) await forgetGuess(db, guesserHere(viewer));
  return result;
}
