import type { AccountContext } from '../kit/connector.ts';
import { hasCode } from '../kit/google/refusals.ts';
import type { RemoteId } from '../kit/remote.ts';
import type { MessageBatch } from '../kit/threads.ts';

const FIELD = 'gmailHistoryLost';
/** More are forgotten, and read again. */
const maxFresh = 200_000;

/**
 * Whether Gmail has forgotten a part of its history that the caller did not see. Then the labels of messages that the
 * caller has from before may be wrong, and are read again with the channels; otherwise the history keeps them right, and
 * reading them again would double the time of a first sync. Remembered with the account, since reading takes many
 * sessions, until the history is followed again.
 */
export function lostHistory(account: AccountContext) {
  const isLost = async () => (await account.fields())[FIELD] === 'yes';
  /** Read by this session since the history was lost. */
  const fresh = new Set<RemoteId>();
  return {
    isLost,
    isFresh: (id: RemoteId) => fresh.has(id),
    refreshed({ messages, marked }: Pick<MessageBatch, 'messages' | 'marked'>): void {
      if (fresh.size > maxFresh) fresh.clear();
      for (const { id } of [...messages, ...marked]) fresh.add(id);
    },
    /** The caller reads the channels anew when this fails, and comes back when it has read all of them. */
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
