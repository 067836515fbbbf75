import { ConnectorError } from '../errors.ts';

export interface Budget {
  /** Throws `rate_limited` if nothing is left, so that the pacer waits before the provider refuses. */
  spend(units: number): void;
}

export interface BudgetOptions {
  /** The units per minute that are restored steadily. */
  perMinute: number;
  /** The units that can be spent at once. Any minute spends at most the sum of both. */
  atOnce: number;
  now(): number;
}

/** Keeps a session below a provider’s published rate. Other sessions of the account may still cause refusals. */
export function createBudget({ perMinute, atOnce, now }: BudgetOptions): Budget {
  const perMs = perMinute / 60_000;
  let left = atOnce;
  let at = now();
  return {
    spend(units) {
      const time = now();
      left = Math.min(atOnce, left + Math.max(0, time - at) * perMs);
      at = time;
      if (left >= units) {
        left -= units;
        return;
      }
      // Long enough for more than this one call, because others are waiting as well.
      const wanted = Math.max(units, Math.min(atOnce, perMinute / 60));
      throw new ConnectorError('rate_limited', 'The rate that the provider allows is used up', {
        retryAfterMs: Math.ceil((wanted - left) / perMs),
        limit: 'account',
      });
    },
  };
}
