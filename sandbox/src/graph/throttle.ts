import { GraphError, throttleHeaders } from './errors.ts';

export interface Rate {
  /** A maximum of calls within some seconds. */
  max: number;
  seconds: number;
}

/** Limits on calls: one per person, and one for all people of the app. None until a test sets them. */
export class Throttle {
  readonly #rates: Partial<Record<'user' | 'app', Rate>> = {};
  readonly #calls = new Map<string, number[]>();

  set(scope: 'user' | 'app', rate: Rate | null): void {
    this.#calls.clear();
    if (rate === null) delete this.#rates[scope];
    else this.#rates[scope] = rate;
  }

  /** Refused calls count as well. */
  count(person: string): void {
    this.#countOne('user', `user ${person}`);
    this.#countOne('app', 'app');
  }

  #countOne(scope: 'user' | 'app', key: string): void {
    const rate = this.#rates[scope];
    if (!rate) return;
    const from = Date.now() - rate.seconds * 1000;
    const calls = [...(this.#calls.get(key) ?? []).filter((at) => at > from), Date.now()];
    this.#calls.set(key, calls);
    if (calls.length <= rate.max) return;
    const oldest = calls[calls.length - rate.max - 1]!;
    const wait = Math.max(1, Math.ceil((oldest - from) / 1000));
    throw new GraphError('activityLimitReached', undefined, throttleHeaders(scope, wait));
  }
}
