import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, createClient } from '@sheaf/contract';

const tryForMs = 5 * 60_000;
const answerMs = 60_000;
const pollMs = 150;
const longestPauseMs = 1_000;
const isPassing = (status: number) => status === 502 || status === 503 || status === 504;

/** As a browser does it: what is not answered, or answered by nginx that nobody is there, is asked again after a pause. */
export const patientFetch: typeof fetch = async (url, init = {}) => {
  const end = Date.now() + tryForMs;
  for (let pause = 100; ; pause = Math.min(longestPauseMs, pause * 2)) {
    try {
      const answer = await fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(answerMs) });
      // To its end: it can break off.
      const body = await answer.arrayBuffer();
      if (!isPassing(answer.status) || Date.now() > end)
        return new Response(answer.status === 204 ? null : body, { status: answer.status, headers: answer.headers });
    } catch (error) {
      if (init.signal?.aborted || Date.now() > end) throw error;
    }
    await sleep(pause);
  }
};

export const patientClient = (url: string, headers: Record<string, string>): Call =>
  createClient({ baseUrl: `${url}/api`, headers: () => headers, fetch: patientFetch });

/** Asks until there is an answer: as long as a machine with much else to do may take. */
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
