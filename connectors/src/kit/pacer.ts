import { setTimeout as wait } from 'node:timers/promises';
import { ConnectorError } from './errors.ts';
import { createPace } from './pace.ts';
import { createTurnstile } from './turnstile.ts';

/** Runs calls to one account: as many at once as it bears, again where waiting mends. */
export interface Pacer {
  /** What `AccountContext.call` promises. */
  run<T>(work: () => Promise<T>, options?: { once?: boolean; signal?: AbortSignal }): Promise<T>;
  /** Calls that may run at once, as learned so far. */
  readonly limit: number;
  readonly running: number;
}

/** What the accounts of one app share: a pause that the provider imposed on all of them. */
export interface AppPacer {
  pausedUntil: number;
}

export interface PacerOptions {
  /** Calls at once in the beginning. */
  start?: number;
  most?: number;
  /** Longer than this nobody waits for a slot or a repeat: the caller is told, and comes back another time. */
  patienceMs?: number;
  app?: AppPacer;
  now?(): number;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  random?(): number;
}

const mostTries = 12;
const mostRepeatsUnavailable = 5;

export const createAppPacer = (): AppPacer => ({ pausedUntil: 0 });

export function createPacer(options: PacerOptions = {}): Pacer {
  const { start = 8, most = 32, patienceMs = 10 * 60_000, app = createAppPacer() } = options;
  const { now = () => performance.now(), random = Math.random, sleep = realSleep } = options;
  const pace = createPace(start, most);
  const own = createAppPacer();
  const gate = createTurnstile({
    limit: () => pace.limit,
    pausedMs: () => Math.max(own.pausedUntil, app.pausedUntil) - now(),
    patienceMs,
    sleep,
  });
  let refusals = 0;

  function pause(error: ConnectorError, epoch: number): void {
    const { retryAfterMs, limit } = error.detail;
    const isNews = pace.refused(epoch);
    if (isNews) refusals++;
    else if (retryAfterMs === undefined) return;
    const ms = retryAfterMs ?? random() * Math.min(64_000, 1000 * 2 ** (refusals - 1));
    const paused = limit === 'app' ? app : own;
    paused.pausedUntil = Math.max(paused.pausedUntil, now() + Math.max(ms, 100));
  }

  return {
    get limit() {
      return pace.limit;
    },
    get running() {
      return gate.inside;
    },
    async run(work, { once = false, signal } = {}) {
      const since = now();
      let unavailable = 0;
      for (let tries = 1; ; tries++) {
        await gate.enter({ first: tries > 1, signal });
        const { epoch } = pace;
        const started = now();
        let pauseMs = 0;
        try {
          const result = await work();
          pace.succeeded(now() - started);
          refusals = 0;
          return result;
        } catch (error) {
          if (!(error instanceof ConnectorError)) throw error;
          if (error.code === 'rate_limited') {
            // The account waits, or all accounts do, and so does this call: at the gate, ahead of the others.
            pause(error, epoch);
          } else if (error.code === 'unavailable') {
            pace.failed();
            if (once || ++unavailable > mostRepeatsUnavailable) throw error;
            const ceiling = Math.min(10_000, 300 * 2 ** unavailable);
            pauseMs = Math.max(error.detail.retryAfterMs ?? 0, (ceiling / 2) * (1 + random()));
          } else throw error;
          if (tries >= mostTries || now() + Math.max(pauseMs, gate.pausedMs()) - since > patienceMs) throw error;
        } finally {
          gate.leave();
        }
        if (pauseMs > 0) await sleep(pauseMs, signal);
      }
    },
  };
}

/** Rejects with the signal's reason. */
async function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch {
    signal?.throwIfAborted();
  }
}
