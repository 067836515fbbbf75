import type { AccountContext } from './connector.ts';

const pauseMs = 1_000;

/**
 * Mailboxes may name a new message a moment before it can be read. A message that isn’t found is requested once more
 * after this time; otherwise a late one would count as deleted.
 */
export async function beforeSecondLook({ wait }: AccountContext, signal: AbortSignal): Promise<void> {
  await wait(pauseMs, signal);
  signal.throwIfAborted();
}
