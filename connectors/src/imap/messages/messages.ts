import type { MessageBatch, MessagesOptions, ThreadReads } from '../../kit/threads.ts';
import { expired, type ImapAccount, type MailboxState, messageId } from '../account.ts';
import { cursorOf, type Place, placeAt } from './cursor.ts';
import { readMessages } from './read.ts';
import { searchUids } from './search.ts';
import { readUpdates } from './updates.ts';

/**
 * A mailbox is first read from the newest message to the oldest. From then on there are new messages, changes of marks,
 * and messages that left.
 */
export function createMessages(account: ImapAccount): ThreadReads['messages'] {
  return async function* messages(channel, options) {
    const { from, signal } = options;
    signal.throwIfAborted();
    const open = async () => {
      const state = await account.inMailbox(channel, async (_client, opened) => opened, { signal, view: 'now' });
      if (place && place.validity !== state.validity) throw expired();
      return state;
    };
    let place = from === null ? null : placeAt(from);
    let state = await open();
    place ??= beginning(state);
    if (place.below !== undefined) {
      for await (const batch of readFirst(account, state, place, options)) {
        place = batch.place;
        yield { ...batch.batch, cursor: cursorOf(place) };
      }
      state = await open();
    }
    yield* readUpdates(account, state, place, options);
  };
}

const beginning = ({ validity, next, modseq }: MailboxState): Place => ({
  validity,
  next,
  count: 0,
  modseq: modseq === null ? null : String(modseq),
  below: next,
});

async function* readFirst(
  account: ImapAccount,
  state: MailboxState,
  place: Place,
  options: MessagesOptions,
): AsyncGenerator<{ batch: Omit<MessageBatch, 'cursor'>; place: Place }> {
  const { signal } = options;
  const { below = place.next, ...rest } = place;
  const uids = below > 1 ? await searchUids(account, state, 1, below - 1, signal) : [];
  uids.reverse();
  for await (const { last, ...read } of readMessages(account, state, uids, options))
    yield { batch: { ...read, deleted: [] }, place: { ...place, below: last } };
  const all = await searchUids(account, state, 1, Number.POSITIVE_INFINITY, signal);
  const present = { since: null, ids: all.map((uid) => messageId(state, uid)) };
  const count = all.filter((uid) => uid < place.next).length;
  yield { batch: { messages: [], marked: [], failures: [], deleted: [], present }, place: { ...rest, count } };
}
