/** Admits callers in order of arrival, up to a limit that may change, and none during a pause. */
export interface Turnstile {
  /**
   * With `first`, the caller goes ahead of those that have not been admitted before. Rejects with the signal’s reason.
   */
  enter(options: { first: boolean; signal?: AbortSignal }): Promise<void>;
  leave(): void;
  pausedMs(): number;
  readonly inside: number;
}

interface Waiter {
  admit(): void;
  refuse(error: Error): void;
}

interface Rules {
  limit(): number;
  /** Positive while paused; may grow at any time. */
  pausedMs(): number;
  /** During a pause longer than this, callers are refused instead of waiting. */
  patienceMs: number;
  refusal(pausedMs: number): Error;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export function createTurnstile({ limit, pausedMs, patienceMs, refusal, sleep }: Rules): Turnstile {
  // Sets keep their order, and remove an entry in the middle at no cost.
  const back = new Set<Waiter>();
  const fresh = new Set<Waiter>();
  let inside = 0;
  let alarm: AbortController | null = null;

  function next(): Waiter | undefined {
    for (const queue of [back, fresh])
      for (const waiter of queue) {
        queue.delete(waiter);
        return waiter;
      }
  }

  function admit(): void {
    const paused = pausedMs();
    if (paused > patienceMs) refuseAll(paused);
    else if (paused > 0) wakeIn(paused);
    else
      while (inside < limit()) {
        const waiter = next();
        if (!waiter) return;
        inside++;
        waiter.admit();
      }
  }

  function refuseAll(paused: number): void {
    for (let waiter = next(); waiter; waiter = next()) waiter.refuse(refusal(paused));
  }

  function wakeIn(ms: number): void {
    if (alarm || back.size + fresh.size === 0) return;
    alarm = new AbortController();
    void sleep(ms, alarm.signal)
      .catch(() => {})
      .then(() => {
        alarm = null;
        admit();
      });
  }

  return {
    pausedMs: () => Math.max(0, pausedMs()),
    get inside() {
      return inside;
    },
    async enter({ first, signal }) {
      signal?.throwIfAborted();
      const queue = first ? back : fresh;
      if (back.size + fresh.size === 0 && inside < limit() && pausedMs() <= 0) {
        inside++;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const abort = () => {
          queue.delete(waiter);
          reject(signal!.reason as Error);
          // No one is waiting, so the timer must not keep the process alive.
          if (back.size + fresh.size === 0) alarm?.abort();
        };
        const waiter: Waiter = {
          admit() {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
          refuse(error) {
            signal?.removeEventListener('abort', abort);
            reject(error);
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        queue.add(waiter);
        admit();
      });
    },
    leave() {
      inside--;
      admit();
    },
  };
}
