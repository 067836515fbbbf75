import type { Interrupted, Reason } from './tus-request.ts';

/** Tries in a row without progress before the person has to act. */
const MAX_TRIES: Record<Reason, number> = {
  // About eight minutes, with the pauses.
  unreachable: 20,
  busy: 8,
  fault: 4,
  // Another request of the same upload stores the complete file, which may take long.
  locked: 200,
  // Never reset: an upload that is lost repeatedly makes progress in between.
  gone: 3,
};

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

const messages: Record<Reason, string> = {
  unreachable: 'Couldn’t reach the server. Check your connection, then try again.',
  busy: 'The server is busy. Try again in a few minutes.',
  fault: 'Something went wrong on the server. Try again.',
  locked: 'Another tab or device is uploading this file. Try again when it’s done.',
  gone: 'The server lost this upload several times. Try again, or ask your administrator.',
};

/** The server’s message for a busy server, or a standard one. */
export const messageOf = ({ reason, message }: Interrupted): string =>
  (reason === 'busy' && message) || messages[reason];

/** Counts the failures of one file, and sets the pause after each. */
export class Retries {
  readonly #counts: Record<Reason, number> = { unreachable: 0, busy: 0, fault: 0, locked: 0, gone: 0 };
  readonly #random: () => number;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** The server has more bytes than ever before. */
  progressed(): void {
    Object.assign(this.#counts, { unreachable: 0, busy: 0, fault: 0, locked: 0 });
  }

  /** Milliseconds until the next try; null: give up. */
  pauseAfter({ reason, retryAfterMs }: Interrupted): number | null {
    this.#counts[reason] += 1;
    const count = this.#counts[reason];
    if (count >= MAX_TRIES[reason]) return null;
    // Partly random, so that clients that were cut off together don’t return together.
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count) * (0.5 + this.#random() / 2);
    return Math.max(retryAfterMs, Math.round(pause));
  }
}
