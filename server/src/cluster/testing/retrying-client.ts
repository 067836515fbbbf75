import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, createClient } from '@sheaf/contract';

const tryForMs = 5 * 60_000;
const answerMs = 60_000;
const pollMs = 150;
const maxPauseMs = 1_000;
const isPassing = (status: number) => status === 502 || status === 503 || status === 504;

/** Retries after a pause, as browsers do, what is not answered or what nginx answers because no process is there. */
export const retryingFetch: typeof fetch = async (url, init = {}) => {
  const end = Date.now() + tryForMs;
  for (let pause = 100; ; pause = Math.min(maxPauseMs, pause * 2)) {
    try {
      const answer = await fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(answerMs) });
      // Read to its end because it can break off.
      const body = await answer.arrayBuffer();
      if (!isPassing(answer.status) || Date.now() > end)
        return new Response(answer.status === 204 ? null : body, { status: answer.status, headers: answer.headers });
    } catch (error) {
      if (init.signal?.aborted || Date.now() > end) throw error;
    }
    await sleep(pause);
  }
};

export const retryingClient = (url: string, headers: Record<string, string>): Call =>
  createClient({ baseUrl: `${url}/api`, headers: () => headers, fetch: retryingFetch });

/** Polls until there is an answer. The default is long enough for a busy machine. */
export async function eventually<T>(
  what: string | (() => string),
  look: () => Promise<T | undefined>,
  minutes = 4,
): Promise<T> {
  const end = Date.now() + minutes * 60_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end)
      throw new Error(`After ${minutes} minutes there is no ${typeof what === 'string' ? what : what()}.`);
    await sleep(pollMs);
  }
}
