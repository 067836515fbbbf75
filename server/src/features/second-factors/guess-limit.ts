import type { Executor } from '../../db/pool.ts';
import { decrementThrottle, throttle } from '../../platform/limits/index.ts';

/**
 * Limits for the wrong codes of one guesser. Three of a million codes are valid at any moment: fifty attempts a day
 * leave a guesser who knows the password a chance of 1 in 6,600 a day.
 */
const inAnHour = { times: 10, seconds: 3600 };
const inADay = { times: 50, seconds: 86_400 };

const tooMany = 'Too many wrong codes. Wait a little and try again, or use a passkey.';
const hourKey = (guesser: string) => `second-factor ${guesser}`;
const dayKey = (guesser: string) => `second-factor ${guesser} day`;

/** Counts an attempt before it is checked; throws if there were too many. */
export async function countGuess(db: Executor, guesser: string): Promise<{ isLast: boolean }> {
  const count = await throttle(db, hourKey(guesser), inAnHour, tooMany);
  await throttle(db, dayKey(guesser), inADay, tooMany);
  return { isLast: count === inAnHour.times };
}

/** Uncounts the attempt once it turned out right. */
export async function resetGuesses(db: Executor, guesser: string): Promise<void> {
  await decrementThrottle(db, hourKey(guesser));
  await decrementThrottle(db, dayKey(guesser));
}
