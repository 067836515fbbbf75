import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until there is an answer; fails after five minutes without one. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 5 * 60_000;
  while (Date.now() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(100);
  }
  throw new Error(`After five minutes of waiting there is no ${what}.`);
}
