import type { MessageBatch, MessagesOptions } from '../../kit/threads.ts';
import { type ImapAccount, type MailboxState, messageId } from '../account.ts';
import { rangeOf } from '../session/fetch.ts';
import { messageOf } from './adapt.ts';
import { bodyBytes, fetchBodies } from './bodies.ts';
import { fetchHeads, type Head } from './heads.ts';
import { fetchMarks } from './marks.ts';

type Read = Pick<MessageBatch, 'messages' | 'marked' | 'failures'> & {
  /** The last UID of the batch, in the requested order. */
  last: number;
};

const HEADS_AT_ONCE = 200;
const BATCH_BYTES = 8 << 20;

/**
 * Reads these messages in this order, in batches of some hundred and some megabytes; of known ones only the marks.
 * While the caller stores a batch, the next is fetched; and while some bodies are fetched, another connection already
 * fetches the next heads.
 */
export async function* readMessages(...asked: Parameters<typeof readInTurn>): AsyncGenerator<Read> {
  const batches = readInTurn(...asked);
  const fetchNext = () => {
    const batch = batches.next();
    // A caller that stops in between doesn’t wait for it.
    batch.catch(() => {});
    return batch;
  };
  for (let next = fetchNext(); ; ) {
    const { value, done } = await next;
    if (done) return;
    next = fetchNext();
    yield value;
  }
}

async function* readInTurn(
  account: ImapAccount,
  state: MailboxState,
  uids: readonly number[],
  options: Pick<MessagesOptions, 'signal' | 'known'>,
): AsyncGenerator<Read> {
  const { signal } = options;
  const start = (at: number) => {
    if (at >= uids.length) return null;
    const heads = readHeads(account, state, uids.slice(at, at + HEADS_AT_ONCE), options);
    heads.catch(() => {});
    return heads;
  };
  for (let at = 0, next = start(0); next !== null; ) {
    const { heads, last, ...rest } = await next;
    signal.throwIfAborted();
    at += HEADS_AT_ONCE;
    next = start(at);
    const batches = splitBySize(heads);
    for (const [index, batch] of batches.entries()) {
      const bodies = await fetchBodies(account, state, batch, signal);
      const messages = batch.map((head) => messageOf(state, head, bodies.get(head.uid)!));
      const isLast = index === batches.length - 1;
      yield isLast ? { messages, ...rest, last } : { messages, marked: [], failures: [], last: batch.at(-1)!.uid };
    }
  }
}

async function readHeads(
  account: ImapAccount,
  state: MailboxState,
  uids: readonly number[],
  { signal, known }: Pick<MessagesOptions, 'signal' | 'known'>,
) {
  const ids = uids.map((uid) => messageId(state, uid));
  const knownIds = await known(ids);
  const isKnown = (_: number, index: number) => knownIds.has(ids[index]!);
  const unknown = uids.filter((uid, index) => !isKnown(uid, index));
  const { heads, failures } = await fetchHeads(account, state, unknown, signal);
  const order = new Map(uids.map((uid, index) => [uid, index]));
  heads.sort((a, b) => order.get(a.uid)! - order.get(b.uid)!);
  return {
    heads,
    marked: await marksOf(account, state, uids.filter(isKnown), signal),
    failures: failures.map(({ uid, error }) => ({ id: messageId(state, uid), error })),
    last: uids.at(-1)!,
  };
}

async function marksOf(account: ImapAccount, state: MailboxState, uids: readonly number[], signal: AbortSignal) {
  if (uids.length === 0) return [];
  const { list } = await account.inMailbox(state.path, (client) => fetchMarks(client, rangeOf(uids)), {
    signal,
    view: state,
  });
  return list.marks(state, 0, list.length);
}

/** Yields at least one batch, which may be empty. */
function splitBySize(heads: readonly Head[]): Head[][] {
  const batches: Head[][] = [[]];
  let bytes = 0;
  for (const head of heads) {
    const size = bodyBytes(head);
    if (bytes > 0 && bytes + size > BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(head);
    bytes += size;
  }
  return batches;
}
