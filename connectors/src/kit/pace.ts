/** How many calls an account bears at once, learned from how it answers. */
export interface Pace {
  readonly limit: number;
  /** Given to a call when it starts and back when it ends, so that one burst of refusals counts once. */
  readonly epoch: number;
  succeeded(latencyMs: number): void;
  /** The cloud failed: no reason to slow down, none to press on. */
  failed(): void;
  /** The cloud refused. Says whether this told us anything new. */
  refused(epoch: number): boolean;
}

/**
 * Up by one after each round of `limit` calls that all went well, halved by a refusal. Latency that rises with the
 * parallelism means that calls only queue at the other end: beyond twice the best it stays, beyond four times it steps
 * back, though never below `start`, since a change of work (listing, then downloading) looks the same from here.
 */
export function createPace(start: number, most: number): Pace {
  let limit = Math.min(start, most);
  let epoch = 0;
  let successes = 0;
  let latency: number | null = null;
  let best = Number.POSITIVE_INFINITY;

  function endRound(): void {
    successes = 0;
    // The best fades, so that after a change of work it is soon the best of the new one.
    best = Math.min(latency!, best * 1.1);
    if (latency! > best * 4 && limit > start) limit--;
    else if (latency! <= best * 2 && limit < most) limit++;
  }

  return {
    get limit() {
      return limit;
    },
    get epoch() {
      return epoch;
    },
    succeeded(latencyMs) {
      // Weighted so that a round replaces most of what earlier ones said.
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
