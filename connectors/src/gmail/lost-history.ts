import type { AccountContext } from '../kit/connector.ts';
import { hasCode } from '../kit/google/refusals.ts';
import type { RemoteId } from '../kit/remote.ts';
import type { MessageBatch } from '../kit/threads.ts';

const FIELD = 'gmailHistoryLost';
/** When there are more, they are cleared and read again. */
const maxFresh = 200_000;

/**
 * Whether Gmail has dropped a part of its history before the caller read it. Then the labels of stored messages may be
 * wrong, and are read again with the channels; otherwise the history keeps them right, and reading them again would
 * double the time of a first sync. The flag is stored with the account until the history is followed again, since
 * reading takes many sessions.
 */
export function lostHistory(account: AccountContext) {
  const isLost = async () => (await account.fields())[FIELD] === 'yes';
  /** Messages read by this session since the history was lost. */
  const fresh = new Set<RemoteId>();
  return {
    isLost,
    isFresh: (id: RemoteId) => fresh.has(id),
    refreshed({ messages, marked }: Pick<MessageBatch, 'messages' | 'marked'>): void {
      if (fresh.size > maxFresh) fresh.clear();
      for (const { id } of [...messages, ...marked]) fresh.add(id);
    },
    /** If this fails, the caller reads the channels again from the start, and calls it when it has read all of them. */
    async *noticed(batches: AsyncIterable<MessageBatch>): AsyncIterable<MessageBatch> {
      try {
        yield* batches;
      } catch (error) {
        if (hasCode(error, 'cursor_expired')) {
          fresh.clear();
          await account.remember({ [FIELD]: 'yes' });
        }
        throw error;
      }
      if (await isLost()) await account.remember({ [FIELD]: 'no' });
    },
  };
}

export type LostHistory = ReturnType<typeof lostHistory>;
