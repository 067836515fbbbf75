import type { ServerResponse } from 'node:http';
import { AppError } from '../../errors.ts';

interface Bounds {
  /** Of one caller, and of all together. */
  each: number;
  all: number;
  message: string;
  retryAfter: number;
}

export type StreamPlaces = ReturnType<typeof createStreamPlaces>;

/**
 * How many answers that last may be open at a time, in this process. A place is taken at once, before anything is waited
 * for, so that of many that come together exactly as many get one as there are. Nobody waits for a place: it may take hours.
 */
export function createStreamPlaces({ each, all, message, retryAfter }: Bounds) {
  const open = new Map<string, number>();
  let total = 0;

  /** Throws where there is none; answers what gives it back, however often it is called. */
  function take(key: string): () => void {
    const theirs = open.get(key) ?? 0;
    if (theirs >= each || total >= all)
      throw new AppError('rate_limited', message, { retryAfter, limit: 'streams at once' });
    open.set(key, theirs + 1);
    total += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      total -= 1;
      const others = open.get(key)! - 1;
      if (others > 0) open.set(key, others);
      else open.delete(key);
    };
  }

  /** Takes one until this has been answered or its connection is closed. */
  function takeFor(key: string, answer: ServerResponse): void {
    const leave = take(key);
    answer.once('finish', leave).once('close', leave);
    if (answer.destroyed) leave();
  }

  return { take, takeFor, count: () => total };
}
