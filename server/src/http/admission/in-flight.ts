import { createTurns } from '../../platform/turns/turns.ts';

interface Bounds {
  /** Requests of one caller that are worked on at a time; the next wait. */
  running: number;
  /** And so many may wait; more are refused. */
  waiting: number;
}

/**
 * How many requests of one caller are worked on at a time, in this process: whoever sends a hundred at once waits for
 * themselves, and nobody else waits for them. Answers what is to be called, once, when the work is over. `callers()` is the
 * number of those it remembers.
 */
export function createInFlight({ running, waiting }: Bounds) {
  const { take, keys } = createTurns({ perKey: running, waitingPerKey: waiting });
  return Object.assign((key: string) => take(key), { callers: keys });
}
