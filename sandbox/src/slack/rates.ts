import { SlackError } from './errors.ts';

/** Calls per minute of a workspace and app. */
const tiers = { 1: 1, 2: 20, 3: 50, 4: 100, special: 300 } as const;
export type Tier = keyof typeof tiers;

/**
 * 'tiers' are the published rates. 'limited' adds those for apps outside Slack’s marketplace since 2025: one call per
 * minute for 15 messages of a channel or thread.
 */
export type RateMode = 'off' | 'tiers' | 'limited';

const MINUTE = 60_000;
const limitedMethods = new Set(['conversations.history', 'conversations.replies']);

/** Counts the calls in the minute before each, by the sandbox’s clock. */
export class Rates {
  mode: RateMode;
  readonly #pageSize: number;
  readonly #now: () => number;
  readonly #accepted = new Map<string, number[]>();
  /** The peak of calls per minute, including refused ones. */
  readonly #busiest = new Map<string, number>();
  readonly #all = new Map<string, number[]>();
  #called = 0;

  constructor(mode: RateMode, pageSize: number, now: () => number) {
    this.mode = mode;
    this.#pageSize = pageSize;
    this.#now = now;
  }

  /** The maximum number of messages on a page of this method. */
  capped(method: string, asked: number): number {
    const max = this.mode === 'limited' && limitedMethods.has(method) ? 15 : this.#pageSize;
    return Math.min(max, asked);
  }

  enter(method: string, tier: Tier): void {
    if (this.mode === 'off') return;
    const now = this.#now();
    const all = lastMinute(this.#all, method, now);
    all.push(now);
    this.#busiest.set(method, Math.max(this.#busiest.get(method) ?? 0, all.length));
    const max = this.mode === 'limited' && limitedMethods.has(method) ? 1 : tiers[tier];
    const accepted = lastMinute(this.#accepted, method, now);
    if (accepted.length >= max) {
      const retryAfter = Math.max(1, Math.ceil((accepted[0]! + MINUTE - now) / 1000));
      throw new SlackError('ratelimited', {}, retryAfter);
    }
    accepted.push(now);
  }

  /** In an odd workspace, one in this many calls is refused and may be repeated at once. */
  refuseEvery(calls: number): void {
    this.#called += 1;
    if (calls > 0 && this.#called % calls === 0) throw new SlackError('ratelimited', {}, 0);
  }

  busiest(): Record<string, number> {
    return Object.fromEntries(this.#busiest);
  }
}

function lastMinute(times: Map<string, number[]>, method: string, now: number): number[] {
  const recent = (times.get(method) ?? []).filter((time) => time > now - MINUTE);
  times.set(method, recent);
  return recent;
}
