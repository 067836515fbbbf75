import type { MessageBatch, MessagesOptions, ThreadReads } from '../../kit/threads.ts';
import { expired, type ImapAccount, type MailboxState, messageId } from '../account.ts';
import { cursorOf, type MailboxCursor, parseCursor } from './cursor.ts';
import { readMessages } from './read.ts';
import { searchUids } from './search.ts';
import { readUpdates } from './updates.ts';

/**
 * Reads a mailbox first from the newest message to the oldest. From then on it reports new messages, changed marks and
 * deleted messages.
 */
export function createMessages(account: ImapAccount): ThreadReads['messages'] {
  return async function* messages(channel, options) {
    const { from, signal } = options;
    signal.throwIfAborted();
    const open = async () => {
      const state = await account.inMailbox(channel, async (_client, opened) => opened, { signal, view: 'now' });
      if (position && position.validity !== state.validity) throw expired();
      return state;
    };
    let position = from === null ? null : parseCursor(from);
    let state = await open();
    position ??= beginning(state);
    if (position.below !== undefined) {
      for await (const batch of readFirst(account, state, position, options)) {
        position = batch.position;
        yield { ...batch.batch, cursor: cursorOf(position) };
      }
      state = await open();
    }
    yield* readUpdates(account, state, position, options);
  };
}

const beginning = ({ validity, next, modseq }: MailboxState): MailboxCursor => ({
  validity,
  next,
  count: 0,
  modseq: modseq === null ? null : String(modseq),
  below: next,
});

async function* readFirst(
  account: ImapAccount,
  state: MailboxState,
  position: MailboxCursor,
  options: MessagesOptions,
): AsyncGenerator<{ batch: Omit<MessageBatch, 'cursor'>; position: MailboxCursor }> {
  const { signal } = options;
  const { below = position.next, ...rest } = position;
  const uids = below > 1 ? await searchUids(account, state, 1, below - 1, signal) : [];
  uids.reverse();
  for await (const { last, ...read } of readMessages(account, state, uids, options))
    yield { batch: { ...read, deleted: [] }, position: { ...position, below: last } };
  const all = await searchUids(account, state, 1, Number.POSITIVE_INFINITY, signal);
  const present = { since: null, ids: all.map((uid) => messageId(state, uid)) };
  const count = all.filter((uid) => uid < position.next).length;
  yield { batch: { messages: [], marked: [], failures: [], deleted: [], present }, position: { ...rest, count } };
}
