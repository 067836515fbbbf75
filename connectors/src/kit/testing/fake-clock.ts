import { setImmediate as turn } from 'node:timers/promises';

/** A clock that advances only when all code waits for it. */
export function createFakeClock() {
  let time = 0;
  const timers = new Set<{ at: number; ring(): void }>();
  return {
    now: () => time,
    sleep(ms: number, signal?: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        const timer = { at: time + ms, ring: resolve };
        timers.add(timer);
        signal?.addEventListener('abort', () => {
          timers.delete(timer);
          reject(signal.reason as Error);
        });
      });
    },
    get waiting() {
      return timers.size;
    },
    /** Advances time until the promise settles, or up to a moment. */
    async until<T>(awaited: Promise<T> | number): Promise<T | undefined> {
      let settled = false;
      if (typeof awaited !== 'number')
        void awaited.then(
          () => (settled = true),
          () => (settled = true),
        );
      for (;;) {
        await turn();
        if (settled) return awaited as Promise<T>;
        const next = [...timers].reduce((a, b) => (b.at < a.at ? b : a), {
          at: Number.POSITIVE_INFINITY,
          ring: () => {},
        });
        if (typeof awaited === 'number' && next.at > awaited) {
          time = awaited;
          return undefined;
        }
        if (next.at === Number.POSITIVE_INFINITY) throw new Error('Everybody waits, and nothing will happen');
        timers.delete(next);
        time = Math.max(time, next.at);
        next.ring();
      }
    },
  };
}
