import type { SandboxResponse } from '../../shared/server.ts';
import { googleFailure } from '../errors.ts';

export interface QuotaOptions {
  /** Units per minute; Gmail’s own by default. */
  perUser?: number;
  perProject?: number;
  /** Calls of one person answered at a time. */
  concurrent?: number;
  /** The sandbox's clock in milliseconds. */
  now?(): number;
}

interface Use {
  units: number;
  /** The peak of any minute. */
  peak: number;
  refused: number;
}

const MINUTE = 60_000;

/** Units spent in the last 60 seconds, not by calendar minute. */
class Meter {
  readonly #spent: { at: number; units: number }[] = [];
  #first = 0;
  #sum = 0;

  lastMinute(now: number): number {
    while (this.#first < this.#spent.length && this.#spent[this.#first]!.at <= now - MINUTE)
      this.#sum -= this.#spent[this.#first++]!.units;
    if (this.#first > 10_000) {
      this.#spent.splice(0, this.#first);
      this.#first = 0;
    }
    return this.#sum;
  }

  spend(now: number, units: number): void {
    this.#spent.push({ at: now, units });
    this.#sum += units;
  }
}

/** Gmail's limits: units per person and minute, units per project and minute, calls at a time. */
export class Quota {
  perUser: number;
  perProject: number;
  readonly #concurrent: number;
  readonly #now: () => number;
  readonly #meters = new Map<string, Meter>();
  readonly #running = new Map<string, number>();
  readonly #use = new Map<string, Use>();

  constructor({ perUser = 15_000, perProject = 1_200_000, concurrent = 50, now = Date.now }: QuotaOptions = {}) {
    this.perUser = perUser;
    this.perProject = perProject;
    this.#concurrent = concurrent;
    this.#now = now;
  }

  /** Answers the call, or refuses it in Gmail's words. */
  async spend(
    person: string,
    units: number,
    answer: () => SandboxResponse | Promise<SandboxResponse>,
  ): Promise<SandboxResponse> {
    const use = this.use(person);
    const running = this.#running.get(person) ?? 0;
    const refusal = this.#refusal(person, units, running);
    if (refusal) {
      use.refused += 1;
      return refusal;
    }
    const now = this.#now();
    for (const key of [person, '']) this.#meter(key).spend(now, units);
    use.units += units;
    use.peak = Math.max(use.peak, this.#meter(person).lastMinute(now));
    this.#running.set(person, running + 1);
    try {
      return await answer();
    } finally {
      this.#running.set(person, this.#running.get(person)! - 1);
    }
  }

  use(person: string): Use {
    const use = this.#use.get(person) ?? { units: 0, peak: 0, refused: 0 };
    this.#use.set(person, use);
    return use;
  }

  #refusal(person: string, units: number, running: number): SandboxResponse | null {
    const now = this.#now();
    if (running >= this.#concurrent)
      return googleFailure(429, 'rateLimitExceeded', 'Too many concurrent requests for user.');
    const [user, project] = [person, ''].map((key) => this.#meter(key).lastMinute(now)) as [number, number];
    if (project + units > this.perProject)
      return googleFailure(403, 'rateLimitExceeded', exceeded('Queries per minute'));
    if (user + units <= this.perUser) return null;
    // Both forms exist, and clients must handle both.
    return this.use(person).refused % 2 === 0
      ? googleFailure(403, 'rateLimitExceeded', exceeded('Queries per minute per user'))
      : googleFailure(429, 'rateLimitExceeded', 'Resource has been exhausted (e.g. check quota).');
  }

  #meter(key: string): Meter {
    const meter = this.#meters.get(key) ?? new Meter();
    this.#meters.set(key, meter);
    return meter;
  }
}

const exceeded = (limit: string) =>
  `Quota exceeded for quota metric 'Queries' and limit '${limit}' of service 'gmail.googleapis.com' for consumer 'project_number:528500000000'.`;
