import { setTimeout as wait } from 'node:timers/promises';

export interface Pauses {
  shortestMs: number;
  longestMs: number;
}

export const usualPauses: Pauses = { shortestMs: 5_000, longestMs: 10 * 60_000 };

/**
 * Makes attempts until stopped, with a growing pause between them. The pauses start over after an attempt that reports
 * success or lasted longer than any pause. `failed` may ask for a longer pause, in milliseconds.
 */
export async function keepTrying(
  signal: AbortSignal,
  attempt: (works: () => void) => Promise<void>,
  failed: (error: unknown) => number | undefined,
  { shortestMs, longestMs }: Pauses = usualPauses,
): Promise<void> {
  let pauseMs = shortestMs;
  while (!signal.aborted) {
    const began = performance.now();
    let isWorking = false;
    let askedMs: number | undefined;
    try {
      await attempt(() => {
        isWorking = true;
      });
    } catch (error) {
      if (signal.aborted) return;
      askedMs = failed(error);
    }
    if (isWorking || performance.now() - began > longestMs) pauseMs = shortestMs;
    await wait(Math.max(pauseMs, askedMs ?? 0), undefined, { signal, ref: false }).catch(() => {});
    pauseMs = Math.min(2 * pauseMs, longestMs);
  }
}
