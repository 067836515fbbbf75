import { AppError } from '../../errors.ts';

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
  const callers = new Map<string, { running: number; queue: (() => void)[] }>();

  function leave(key: string): void {
    const caller = callers.get(key)!;
    const next = caller.queue.shift();
    if (next) next();
    else if (caller.running > 1) caller.running -= 1;
    else callers.delete(key);
  }

  const enter = async (key: string): Promise<() => void> => {
    const caller = callers.get(key) ?? { running: 0, queue: [] };
    callers.set(key, caller);
    if (caller.running < running) caller.running += 1;
    else if (caller.queue.length >= waiting)
      throw new AppError('rate_limited', 'Too many requests at once. Wait a moment.', {
        retryAfter: 1,
        limit: 'at once',
      });
    // Whoever leaves hands its place over.
    else await new Promise<void>((resolve) => caller.queue.push(resolve));
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leave(key);
    };
  };
  return Object.assign(enter, { callers: () => callers.size });
}
