/** Runs with the machine's clock, ahead of it by what tests have moved it. Seconds, as Stripe counts. */
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

  /** Stands still, or runs again. */
  hold(isHeld: boolean): void {
    this.#fixed = isHeld ? this.now() : null;
  }

  /** What is done late is done at the time at which it was due. */
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
