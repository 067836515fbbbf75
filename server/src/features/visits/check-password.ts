import type { Executor } from '../../db/pool.ts';
import { wrongField } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { giveBackAllowance, takeAllowance } from '../../platform/allowance.ts';
import { resetAttempts, slowDown } from '../../platform/slow-down.ts';
import { countTry, triesOf } from '../../platform/throttle.ts';
import { passwordMatches } from '../auth/index.ts';

const windowSeconds = 15 * 60;
const tooMany = 'Too many attempts. Wait a few minutes, then try again.';
/** So many wrong guesses at one link in the window, from anywhere, are an attack on it. */
const attack = 50;
/** Of one network, over all links. */
const ofNetwork = { most: 300, secondsEach: 15 };

/** As for signing in: guesses are slowed down for the network they come from, and nobody is shut out by those of others. */
export async function checkPassword(
  db: Executor,
  client: Client,
  link: { id: string; password_hash: string },
  password: string,
): Promise<void> {
  const [own, network, guesses] = [
    `link ${client.network} ${link.id}`,
    `link ${client.network}`,
    `link guesses ${link.id}`,
  ];
  const attacked = (await triesOf(db, guesses)) >= attack;
  await slowDown(db, own, { free: attacked ? 2 : 6, maxSeconds: 120, resetSeconds: windowSeconds }, tooMany);
  await takeAllowance(db, network, ofNetwork, tooMany);
  if (!(await passwordMatches(link.password_hash, password))) {
    await countTry(db, guesses, windowSeconds);
    throw wrongField('password', 'That’s not the password of this link');
  }
  await resetAttempts(db, own);
  await giveBackAllowance(db, network, ofNetwork);
}
