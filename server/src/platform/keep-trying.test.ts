import { expect, it } from 'vitest';
import { keepTrying } from './keep-trying.ts';

const pauses = { shortestMs: 1, longestMs: 4 };

it('tries again after a failure and after an end, until it is stopped', async () => {
  const stop = new AbortController();
  let attempts = 0;
  const failures: unknown[] = [];
  await keepTrying(
    stop.signal,
    async () => {
      attempts++;
      if (attempts === 5) stop.abort();
      if (attempts % 2 === 1) throw new Error(`${attempts}`);
    },
    (error) => {
      failures.push((error as Error).message);
      return undefined;
    },
    pauses,
  );
  expect(attempts).toBe(5);
  // A failure caused by the stop does not count.
  expect(failures).toEqual(['1', '3']);
});

it('ends a long pause when it is stopped', async () => {
  const stop = new AbortController();
  const tried = keepTrying(
    stop.signal,
    async () => {
      throw new Error('wait for an hour');
    },
    () => {
      setImmediate(() => stop.abort());
      return 3_600_000;
    },
    pauses,
  );
  expect(await tried).toBeUndefined();
});
