import type { AccountContext } from '../../connector.ts';
import type { RemoteId } from '../../remote.ts';
import type { ThreadReads } from '../../threads.ts';
import type { Opened } from '../suite.ts';
import type { ThreadOutside } from './world.ts';

export interface ThreadSuite extends Opened {
  account: AccountContext;
  threads: ThreadReads;
  outside: ThreadOutside;
  /** A new channel without messages. */
  freshChannel(): Promise<{ name: string; id: RemoteId }>;
}

/** Reads to the end. */
export async function drain(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}
