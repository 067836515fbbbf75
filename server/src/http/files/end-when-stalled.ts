import type { ServerResponse } from 'node:http';

/** A paused video may be left for so long; what is asked for after that comes with another request. */
const patienceMs = 10 * 60_000;

/** Ends the connection of an answer of which nobody has taken a byte for a long time: it has a place and memory. */
export function endWhenStalled(answer: ServerResponse, afterMs = patienceMs): void {
  // Only a real connection can be timed: what tests put in its place cannot.
  if (answer.socket && 'setTimeout' in answer.socket) answer.setTimeout(afterMs, () => answer.destroy());
}
