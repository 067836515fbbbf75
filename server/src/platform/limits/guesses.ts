import type { Executor } from '../../db/pool.ts';
import { giveBackAllowance, takeAllowance } from './allowance.ts';
import { resetAttempts, slowDown } from './backoff.ts';
import { countTry, triesOf } from './window.ts';

const windowSeconds = 15 * 60;
/** This many wrong guesses at one secret in the window, from anywhere, are an attack on it. */
const attack = 50;
/**
 * Of one network, over all secrets of a kind: guesses in progress, and those that failed. Room for an office that comes in at
 * nine and mistypes; whoever tries one password at many accounts is left with four a minute.
 */
const ofNetwork = { max: 300, secondsEach: 15 };
const slowness = (free: number) => ({ free, maxSeconds: 120, resetSeconds: windowSeconds });

interface Guessed {
  /** What kind of secret; and whose. */
  kind: string;
  whose: string;
  network: string;
  /** A browser that knew the secret before: it is not held up by what others try. */
  knownDevice?: string | null;
}

interface Guess {
  wasWrong(): Promise<void>;
  wasRight(): Promise<void>;
}

/**
 * Lets a guess at a secret through, or says when the next may be made. Guessing is slowed down for the network it comes from;
 * nobody is shut out.
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
      // Of the network only this try: whoever knows one secret must not wipe out their guesses at others with it.
      if (knownDevice === null) await giveBackAllowance(db, ofAll, ofNetwork);
    },
  };
}
