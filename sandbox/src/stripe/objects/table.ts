import { StripeError } from '../errors.ts';

/** Objects of one kind in order of creation. */
export class Table<T extends { id: string }> {
  /** Stripe’s name for the kind in errors. */
  readonly kind: string;
  readonly #max: number;
  readonly #rows = new Map<string, T>();

  constructor(kind: string, max = 20_000) {
    this.kind = kind;
    this.#max = max;
  }

  add(row: T): T {
    if (this.#rows.size >= this.#max) throw new Error(`The sandbox holds at most ${this.#max} ${this.kind}s.`);
    this.#rows.set(row.id, row);
    return row;
  }

  /** Like `add`, but removes the oldest if the table is full. */
  push(row: T): void {
    if (this.#rows.size >= this.#max) this.#rows.delete(this.#rows.keys().next().value!);
    this.#rows.set(row.id, row);
  }

  get(id: string): T | undefined {
    return this.#rows.get(id);
  }

  /** Refuses an unknown id as Stripe does; `param` names its parameter. */
  need(id: string, param = 'id'): T {
    const row = this.#rows.get(id);
    if (row) return row;
    const status = param === 'id' || param === 'intent' ? 404 : 400;
    throw new StripeError(status, { code: 'resource_missing', message: `No such ${this.kind}: '${id}'`, param });
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }

  newestFirst(): T[] {
    return [...this.#rows.values()].toReversed();
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.#rows.values();
  }
}
