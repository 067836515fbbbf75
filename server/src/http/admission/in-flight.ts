import { createTurns } from '../../platform/turns/turns.ts';

interface Bounds {
  /** Requests of one caller that run at a time; the next ones wait. */
  running: number;
  /** How many may wait; more are refused. */
  waiting: number;
}

/**
 * Limits how many requests of one caller run at a time, in this process, so that a hundred at once delay only their
 * sender. Resolves to a function to call, once, when the work has ended. `callers()` is the number of callers in
 * memory.
 */
export function createInFlight({ running, waiting }: Bounds) {
  const { take, keys } = createTurns({ perKey: running, waitingPerKey: waiting });
  return Object.assign((key: string) => take(key), { callers: keys });
}
