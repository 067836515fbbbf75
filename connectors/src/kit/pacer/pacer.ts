import { setTimeout as wait } from 'node:timers/promises';
import { ConnectorError } from '../errors.ts';
import { createPace } from './pace.ts';
import { createTurnstile } from './turnstile.ts';

/** Runs the calls to one account: as many at once as it accepts, with retries where waiting may help. */
export interface Pacer {
  /** Works like `AccountContext.call`. */
  run<T>(work: () => Promise<T>, options?: { once?: boolean; signal?: AbortSignal }): Promise<T>;
  /** The current limit of concurrent calls, as learned so far. */
  readonly limit: number;
  readonly running: number;
}

/** The state that the accounts of one app share: a pause that the provider imposed on all of them. */
export interface AppPacer {
  /** Positive while paused; may grow at any time. */
  pausedMs(): number;
  /** Starts a pause now, unless a longer one is in progress. */
  pause(ms: number): void;
  /**
   * Records that an account was refused without the provider naming the limit’s owner, as Dropbox does. Returns true if
   * several accounts were refused within seconds: then the limit is the app’s.
   */
  noteRefusal(account: object): boolean;
}

export interface PacerOptions {
  /** Concurrent calls at the beginning. */
  start?: number;
  max?: number;
  /** The longest wait for a slot or a retry; a call that would wait longer fails, and the caller tries again later. */
  patienceMs?: number;
  app?: AppPacer;
  now?(): number;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  random?(): number;
}

const maxTries = 12;
const maxRetriesUnavailable = 5;

/** If this many accounts are refused within this time, the limit is the app’s. */
const accountsOfAppLimit = 3;
const sameRefusalMs = 10_000;

/** The state lasts as long as the process, and isn’t shared with others. */
export function createAppPacer(now: () => number = () => performance.now()): AppPacer {
  let until = 0;
  let refusedAt = new Map<object, number>();
  return {
    pausedMs: () => Math.max(0, until - now()),
    pause(ms) {
      until = Math.max(until, now() + ms);
    },
    noteRefusal(account) {
      const recent = [...refusedAt].filter(([, at]) => at > now() - sameRefusalMs);
      refusedAt = new Map(recent).set(account, now());
      return refusedAt.size >= accountsOfAppLimit;
    },
  };
}

export function createPacer(options: PacerOptions = {}): Pacer {
  const { start = 8, max = 32, patienceMs = 10 * 60_000 } = options;
  const { now = () => performance.now(), random = Math.random, sleep = realSleep } = options;
  const { app = createAppPacer(now) } = options;
  const pace = createPace(start, max);
  const own = createAppPacer(now);
  const gate = createTurnstile({
    limit: () => pace.limit,
    pausedMs: () => Math.max(own.pausedMs(), app.pausedMs()),
    refusal: (retryAfterMs) =>
      new ConnectorError('rate_limited', 'The provider asks for a long pause', {
        retryAfterMs,
        limit: app.pausedMs() >= own.pausedMs() ? 'app' : 'account',
      }),
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
    const isOfApp = limit === 'app' || (limit === undefined && app.noteRefusal(own));
    (isOfApp ? app : own).pause(Math.max(ms, 100));
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
            // The whole account is paused, or all accounts are; this call waits at the gate, ahead of the others.
            pause(error, epoch);
          } else if (error.code === 'unavailable') {
            pace.failed();
            if (once || ++unavailable > maxRetriesUnavailable) throw error;
            const ceiling = Math.min(10_000, 300 * 2 ** unavailable);
            pauseMs = Math.max(error.detail.retryAfterMs ?? 0, (ceiling / 2) * (1 + random()));
          } else throw error;
          if (tries >= maxTries || now() + Math.max(pauseMs, gate.pausedMs()) - since > patienceMs) throw error;
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
