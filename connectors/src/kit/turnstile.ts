import { ConnectorError } from './errors.ts';

/** Lets a changing number in at once, in the order they came; nobody during a pause. */
export interface Turnstile {
  /** `first`: ahead of those who have not been inside yet. Rejects with the signal's reason. */
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
  /** A pause longer than this is not waited for: those who come are refused. */
  patienceMs: number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export function createTurnstile({ limit, pausedMs, patienceMs, sleep }: Rules): Turnstile {
  // Sets, since they keep their order and forget one in the middle at no cost.
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

  function refuseAll(retryAfterMs: number): void {
    for (let waiter = next(); waiter; waiter = next())
      waiter.refuse(new ConnectorError('rate_limited', 'The provider asks for a long pause', { retryAfterMs }));
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
          // Nobody left to wake: the timer must not keep a process alive.
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
