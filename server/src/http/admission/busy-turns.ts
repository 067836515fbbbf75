import { createPace } from '../../platform/limits/index.ts';
import { createTurns } from '../../platform/turns/turns.ts';

/** Of all who are busy together, and of one of them. */
const bounds = { total: 2, perKey: 1 };
/** What takes longer waits for something else than us, such as a slow cloud, and is in nobody's way. */
const maxTurnMs = 1_000;
/** Times as long as the call took: with calls of ten milliseconds still more than the limit lets through in a minute. */
const restFactor = 3;

/**
 * Whoever calls much faster than a person does is let through one call at a time, after each with a rest, and takes turns with
 * all others who do so, in this process: a flood has a quarter of the thread and of a connection to the database, however
 * many calls it has waiting. Whoever doesn't is let through at once. Answers what is to be called when the
 * call is over.
 */
export function createBusyTurns(callsPerMinute: number) {
  // Half of the limit, and at first what opening some pages in a row takes.
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
