import { ConnectorError } from '../errors.ts';

export interface Budget {
  /** Throws `rate_limited` where nothing is left, so that the pacer waits instead of the provider refusing. */
  spend(units: number): void;
}

export interface BudgetOptions {
  /** Of the units a provider allows in a minute, these come back steadily… */
  perMinute: number;
  /** …and these can be spent at once. In any minute at most the sum of both is spent. */
  atOnce: number;
  now(): number;
}

/** Keeps a session below a provider's published rate. Other sessions of the account are left to its refusals. */
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
      // Long enough for more than this one call: others are waiting as well.
      const wanted = Math.max(units, Math.min(atOnce, perMinute / 60));
      throw new ConnectorError('rate_limited', 'The rate that the provider allows is used up', {
        retryAfterMs: Math.ceil((wanted - left) / perMs),
        limit: 'account',
      });
    },
  };
}
