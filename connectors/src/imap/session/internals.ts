import type { ImapFlow } from 'imapflow';
import type { VanishedResponse } from '../messages/vanished.ts';

/** Members of imapflow's client that its types leave out. Its version is pinned. */
interface Internals {
  folders: Map<string, { path: string }>;
  namespaces: Readonly<Record<'personal' | 'other' | 'shared', readonly { prefix: string }[] | false>>;
  /** Prepended to paths that don't begin with it, also to those of other namespaces. */
  namespace?: { prefix: string };
  untaggedVanished(response: VanishedResponse): Promise<void>;
  /** Why the server said goodbye. */
  byeReason?: string;
  streamer: NodeJS.WritableStream;
}

export const internalsOf = (client: ImapFlow): Internals => client as unknown as Internals;
