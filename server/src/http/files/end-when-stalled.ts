import type { ServerResponse } from 'node:http';

/** A paused video may stay open this long; after that the player sends another request. */
const patienceMs = 10 * 60_000;

/** Ends an answer of which no byte was read for a long time, because it holds a slot and memory. */
export function endWhenStalled(answer: ServerResponse, afterMs = patienceMs): void {
  // Only real connections have timeouts, not those that tests inject.
  if (answer.socket && 'setTimeout' in answer.socket) answer.setTimeout(afterMs, () => answer.destroy());
}
