/** Runs ahead of the machine’s clock by the time that tests have moved it. Counts seconds, like Stripe. */
export class Clock {
  #aheadMs = 0;
  #fixed: number | null = null;

  now(): number {
    return this.#fixed ?? Math.floor((Date.now() + this.#aheadMs) / 1000);
  }

  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000;
    if (this.#fixed !== null) this.#fixed += seconds;
  }

  /** Stops the clock, or lets it run again. */
  hold(isHeld: boolean): void {
    this.#fixed = isHeld ? this.now() : null;
  }

  /** Runs overdue work at the time at which it was due. */
  at<T>(seconds: number, run: () => T): T {
    const before = this.#fixed;
    this.#fixed = seconds;
    try {
      return run();
    } finally {
      this.#fixed = before;
    }
  }
}
