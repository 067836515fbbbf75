import type { AccountContext } from './connector.ts';

const pauseMs = 1_000;

/**
 * Mailboxes may name a message before it can be read, for a moment after it came. What is not found is asked for once more
 * after this, or a message that was only late would be taken for a deleted one.
 */
export async function beforeSecondLook({ wait }: AccountContext, signal: AbortSignal): Promise<void> {
  await wait(pauseMs, signal);
  signal.throwIfAborted();
}
