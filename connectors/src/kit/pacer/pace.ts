/** How many calls an account may have at once, learned from its responses. */
export interface Pace {
  readonly limit: number;
  /** Must be read when a call starts and passed back when it is refused, so that one burst of refusals counts once. */
  readonly epoch: number;
  succeeded(latencyMs: number): void;
  /** The cloud failed, which is no reason to slow down or to speed up. */
  failed(): void;
  /** The cloud refused a call. Returns false for further refusals of a burst that was counted already. */
  refused(epoch: number): boolean;
}

/**
 * The limit rises by one after each round of `limit` successful calls, and is halved by a refusal. Latency that rises
 * with the limit means that calls only queue at the other end: above twice the best latency the limit stays, above four
 * times it falls by one, but never below `start`, since a change of work (listing, then downloading) looks the same.
 */
export function createPace(start: number, max: number): Pace {
  let limit = Math.min(start, max);
  let epoch = 0;
  let successes = 0;
  let latency: number | null = null;
  let best = Number.POSITIVE_INFINITY;

  function endRound(): void {
    successes = 0;
    // The best latency ages, so that it adapts after a change of work.
    best = Math.min(latency!, best * 1.1);
    if (latency! > best * 4 && limit > start) limit--;
    else if (latency! <= best * 2 && limit < max) limit++;
  }

  return {
    get limit() {
      return limit;
    },
    get epoch() {
      return epoch;
    },
    succeeded(latencyMs) {
      // A moving average in which one round outweighs the earlier ones.
      latency = latency === null ? latencyMs : latency + (latencyMs - latency) * (2 / (limit + 1));
      if (++successes >= limit) endRound();
    },
    failed() {
      successes = 0;
    },
    refused(seen) {
      successes = 0;
      if (seen !== epoch) return false;
      epoch++;
      limit = Math.max(1, Math.floor(limit / 2));
      return true;
    },
  };
}
