import { createPace } from '../../platform/limits/index.ts';
import { createTurns } from '../../platform/turns/turns.ts';

/** Limits for all busy callers together, and for one of them. */
const bounds = { total: 2, perKey: 1 };
/** A call that takes longer waits for something else, such as a slow cloud, and blocks nobody. */
const maxTurnMs = 1_000;
/**
 * The rest is this many times as long as the call. Calls of ten milliseconds still get more through in a minute than
 * the limit.
 */
const restFactor = 3;

/**
 * Callers who are much faster than a person are let through one call at a time, rest after each, and take turns with
 * all others like them, in this process. So a flood gets a quarter of the thread and of a database connection, however
 * many calls are waiting. Everyone else is let through at once. Returns a function to call when the call has ended.
 */
export function createBusyTurns(callsPerMinute: number) {
  // Half of the limit, after as many calls at once as opening a few pages in a row takes.
  const isBusy = createPace({ free: Math.ceil(callsPerMinute / 12), everyMs: 120_000 / callsPerMinute });
  const { take } = createTurns(bounds);

  return async (caller: string, weight: number): Promise<() => void> => {
    if (!isBusy(caller, weight)) return () => {};
    const leave = await take(caller);
    const began = performance.now();
    setTimeout(leave, maxTurnMs).unref();
    return () => void setTimeout(leave, restFactor * (performance.now() - began)).unref();
  };
}
