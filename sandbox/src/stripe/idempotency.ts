import { createHash } from 'node:crypto';
import type { SandboxResponse } from '../shared/server.ts';
import { StripeError } from './errors.ts';

const MAX_KEYS = 2_000;
const DAY = 86_400;

interface Remembered {
  call: string;
  at: number;
  response: SandboxResponse;
}

/**
 * Stores the answers of calls with an idempotency key: the same key returns the same answer, without any further
 * effect.
 */
export class Idempotency {
  readonly #answers = new Map<string, Remembered>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The first answer, if this is a repetition. */
  find(key: string, call: string): SandboxResponse | null {
    const known = this.#answers.get(key);
    if (!known || known.at + DAY < this.#now()) return null;
    if (known.call !== digest(call)) {
      throw new StripeError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    return { ...known.response, headers: { ...known.response.headers, 'idempotent-replayed': 'true' } };
  }

  remember(key: string, call: string, response: SandboxResponse): void {
    this.#answers.delete(key);
    if (this.#answers.size >= MAX_KEYS) this.#answers.delete(this.#answers.keys().next().value!);
    this.#answers.set(key, { call: digest(call), at: this.#now(), response });
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64');
