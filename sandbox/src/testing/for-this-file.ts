import { setTimeout as wait } from 'node:timers/promises';
import { afterAll } from 'vitest';

type Started = { stop(): unknown } | { close(): unknown };

const hangs = async (): Promise<never> => {
  await wait(180_000, undefined, { ref: false });
  throw new Error('It did not start within three minutes.');
};

/** What all tests of a file use, awaited at its top. It is stopped after the last test, whatever started last first. */
export async function forThisFile<T extends Started>(starting: T | Promise<T>): Promise<T> {
  const started = await Promise.race([starting, hangs()]);
  afterAll(async () => {
    await ('stop' in started ? started.stop() : started.close());
  });
  return started;
}
