import { randomBytes } from 'node:crypto';

export interface BoxEvent {
  id: string;
  type: string;
  time: number;
  /** The item as it was then. */
  source: object;
}

/** Too large for a number of JavaScript. A client that reads them as one rounds them, and Box takes that as well. */
const FIRST_POSITION = 1_152_922_976_252_290_049n;
/** Further apart than they are rounded. */
const STEP = 4096n;
/** How many events of before come again at the beginning of a page. */
const REPEATED = 2;

/** What happened in an account. Delivered out of order and with repeats, as Box warns. */
export class EventLog {
  #events: BoxEvent[] = [];
  /** How many positions came before the first event that is still known. */
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

  /** Null for a position that is not or no longer valid. */
  after(position: string, limit: number): { events: BoxEvent[]; next: string } | null {
    const from = position === '0' ? 0 : this.#indexOf(position);
    if (from === null) return null;
    const page = this.#events.slice(from, from + limit);
    const next = this.#positionOf(from + page.length);
    if (page.length === 0) return { events: [], next };
    const repeated = this.#events.slice(Math.max(0, from - REPEATED), from);
    return { events: [...repeated, ...page.toReversed()], next };
  }

  /** The latest events change places: what happened last comes first, whatever the pages are. */
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
