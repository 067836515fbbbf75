import { randomBytes } from 'node:crypto';

export interface BoxEvent {
  id: string;
  type: string;
  time: number;
  /** The item in its state at that time. */
  source: object;
}

/** Too large for JavaScript’s integers. Clients that parse it as a number round it, and Box accepts that as well. */
const FIRST_POSITION = 1_152_922_976_252_290_049n;
/** The step exceeds the rounding. */
const STEP = 4096n;
/** The number of earlier events that a page repeats at its beginning. */
const REPEATED = 2;

/** The events of an account. They are delivered out of order and repeatedly, as Box documents. */
export class EventLog {
  #events: BoxEvent[] = [];
  /** The number of expired positions. */
  #forgotten = 0;

  add(type: string, source: object): void {
    this.#events.push({ id: randomBytes(20).toString('hex'), type, time: Date.now(), source });
  }

  /** Every position issued so far expires. */
  expire(): void {
    this.#forgotten += this.#events.length + 1;
    this.#events = [];
  }

  get end(): string {
    return this.#positionOf(this.#events.length);
  }

  /** Null for an invalid or expired position. */
  after(position: string, limit: number): { events: BoxEvent[]; next: string } | null {
    const from = position === '0' ? 0 : this.#indexOf(position);
    if (from === null) return null;
    const page = this.#events.slice(from, from + limit);
    const next = this.#positionOf(from + page.length);
    if (page.length === 0) return { events: [], next };
    const repeated = this.#events.slice(Math.max(0, from - REPEATED), from);
    return { events: [...repeated, ...page.toReversed()], next };
  }

  /** Swaps the latest events: the last one comes first, whatever the pages are. */
  reverseLast(count: number): void {
    const start = Math.max(0, this.#events.length - count);
    this.#events.push(...this.#events.splice(start).toReversed());
  }

  #positionOf(index: number): string {
    return String(FIRST_POSITION + BigInt(this.#forgotten + index) * STEP);
  }

  #indexOf(position: string): number | null {
    if (!/^\d{1,19}$/.test(position)) return null;
    const index = Math.round(Number(BigInt(position) - FIRST_POSITION) / Number(STEP)) - this.#forgotten;
    return index < 0 || index > this.#events.length ? null : index;
  }
}
