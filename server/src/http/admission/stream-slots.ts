import type { ServerResponse } from 'node:http';
import { AppError } from '../../errors.ts';

interface Bounds {
  /** For one caller. */
  each: number;
  /** For all callers together. */
  all: number;
  message: string;
  retryAfter: number;
}

export type StreamSlots = ReturnType<typeof createStreamSlots>;

/**
 * Limits how many long-lasting answers may be open at a time, in this process. A slot is taken before anything is awaited, so
 * that simultaneous requests can’t get more slots than there are. Nobody waits for a slot: that could take hours.
 */
export function createStreamSlots({ each, all, message, retryAfter }: Bounds) {
  const open = new Map<string, number>();
  let total = 0;

  /** Throws if no slot is free. Returns a function that frees the slot; further calls of it do nothing. */
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

  /** Takes a slot until the answer is finished or its connection is closed. */
  function takeFor(key: string, answer: ServerResponse): void {
    const leave = take(key);
    answer.once('finish', leave).once('close', leave);
    if (answer.destroyed) leave();
  }

  return { take, takeFor, count: () => total };
}
