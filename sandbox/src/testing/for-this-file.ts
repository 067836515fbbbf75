import { setTimeout as wait } from 'node:timers/promises';
import { afterAll } from 'vitest';

type Started = { stop(): unknown } | { close(): unknown };

const hangs = async (): Promise<never> => {
  await wait(180_000, undefined, { ref: false });
  throw new Error('It did not start within three minutes.');
};

/**
 * A resource for all tests of a file, awaited at its top. Resources are stopped after the last test, in reverse order
 * of their start.
 */
export async function forThisFile<T extends Started>(starting: T | Promise<T>): Promise<T> {
  const started = await Promise.race([starting, hangs()]);
  afterAll(async () => {
    await ('stop' in started ? started.stop() : started.close());
  });
  return started;
}
