import type { Executor } from '../../db/pool.ts';
import { giveBackAllowance, takeAllowance } from './allowance.ts';
import { resetAttempts, slowDown } from './backoff.ts';
import { countTry, triesOf } from './window.ts';

const windowSeconds = 15 * 60;
/** This many wrong guesses at one secret within the window, from anywhere, count as an attack on it. */
const attack = 50;
/**
 * The guesses of one network at all secrets of a kind that are in progress or failed. Enough for an office that arrives
 * at nine and mistypes; an attacker who tries one password at many accounts is left with four a minute.
 */
const ofNetwork = { max: 300, secondsEach: 15 };
const slowness = (free: number) => ({ free, maxSeconds: 120, resetSeconds: windowSeconds });

interface Guessed {
  /** The kind of secret, and its owner. */
  kind: string;
  whose: string;
  network: string;
  /** A browser that knew the secret before: guesses of others don't delay it. */
  knownDevice?: string | null;
}

interface Guess {
  wasWrong(): Promise<void>;
  wasRight(): Promise<void>;
}

/**
 * Lets a guess at a secret through, or returns when the next may be made. Guesses are slowed down for the network they
 * come from; nobody is locked out.
 */
export async function admitGuess(
  db: Executor,
  { kind, whose, network, knownDevice = null }: Guessed,
  message: string,
): Promise<Guess> {
  const all = `${kind} guesses ${whose}`;
  const own = knownDevice === null ? `${kind} ${network} ${whose}` : `${kind} device ${knownDevice} ${whose}`;
  const ofAll = `${kind} ${network}`;
  if (knownDevice === null) {
    const attacked = (await triesOf(db, all)) >= attack;
    await slowDown(db, own, slowness(attacked ? 2 : 6), message);
    await takeAllowance(db, ofAll, ofNetwork, message);
  } else await slowDown(db, own, slowness(10), message);

  return {
    async wasWrong() {
      await countTry(db, all, windowSeconds);
    },
    async wasRight() {
      await resetAttempts(db, own);
      // Only this attempt of the network: knowing one secret must not erase guesses at others.
      if (knownDevice === null) await giveBackAllowance(db, ofAll, ofNetwork);
    },
  };
}
