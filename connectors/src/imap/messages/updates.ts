import type { RemoteId } from '../../kit/session.ts';
import type { MessageBatch, MessagesOptions } from '../../kit/threads.ts';
import { type ImapAccount, type MailboxState, messageId } from '../account.ts';
import { cursorOf, type MailboxCursor } from './cursor.ts';
import { fetchMarks, MarkList } from './marks.ts';
import { readMessages } from './read.ts';
import { searchUids } from './search.ts';

const MARKS_AT_ONCE = 1000;
/** Enough for the marks of a mailbox with a million messages and more. */
const MAX_BYTES = 128 << 20;

/**
 * Reports what happened since `position`: new messages, changed marks, deleted messages. Yields no batch if nothing
 * happened.
 */
export async function* readUpdates(
  account: ImapAccount,
  state: MailboxState,
  position: MailboxCursor,
  options: MessagesOptions,
): AsyncGenerator<MessageBatch> {
  const { signal } = options;
  let now = position;
  if (state.next > position.next) {
    const uids = await searchUids(account, state, position.next, state.next - 1, signal);
    for await (const { last, ...read } of readMessages(account, state, uids, options)) {
      now = { ...now, next: last + 1, count: now.count + uids.filter((uid) => uid >= now.next && uid <= last).length };
      yield { ...read, deleted: [], cursor: cursorOf(now) };
    }
  }
  const { list, present, deleted, digests } = await findChanges(account, state, now, signal);
  const { digests: _, ...rest } = now;
  const end: MailboxCursor = {
    ...rest,
    next: state.next,
    count: state.count,
    modseq: state.modseq === null ? null : String(state.modseq),
    ...(digests && { digests }),
  };
  const batches = Math.max(1, Math.ceil(list.length / MARKS_AT_ONCE));
  for (let index = 0; index < batches; index++) {
    const isLast = index === batches - 1;
    const marked = list.marks(state, index * MARKS_AT_ONCE, (index + 1) * MARKS_AT_ONCE);
    const gone = isLast ? { deleted, ...(present && { present }) } : { deleted: [] };
    const cursor = cursorOf(isLast ? end : now);
    if (!isLast || list.length > 0 || deleted.length > 0 || present || cursor !== cursorOf(position))
      yield { messages: [], marked, failures: [], ...gone, cursor };
  }
}

interface Changes {
  list: MarkList;
  deleted: readonly RemoteId[];
  present?: MessageBatch['present'];
  digests?: MailboxCursor['digests'];
}

async function findChanges(
  account: ImapAccount,
  state: MailboxState,
  position: MailboxCursor,
  signal: AbortSignal,
): Promise<Changes> {
  const { path, modseq } = state;
  const known = `1:${Math.max(1, position.next - 1)}`;
  const isFewer = position.count !== state.count;
  const ids = (uids: readonly number[]) => uids.map((uid) => messageId(state, uid));
  const presentNow = async () => ({
    since: null,
    ids: ids(await searchUids(account, state, 1, Number.POSITIVE_INFINITY, signal)),
  });
  if (modseq !== null && position.modseq !== null) {
    const since = BigInt(position.modseq);
    if (modseq <= since) return { list: new MarkList(), deleted: [], ...(isFewer && { present: await presentNow() }) };
    const { list, vanished, reportsVanished } = await account.inMailbox(
      path,
      async (client) => ({
        ...(await fetchMarks(client, known, since)),
        reportsVanished: client.enabled.has('QRESYNC'),
      }),
      { signal, view: state, maxBytes: MAX_BYTES },
    );
    const hasUids = reportsVanished && vanished.uids.length > 0 && !vanished.isTooMany;
    if (isFewer && !hasUids) return { list, deleted: [], present: await presentNow() };
    return { list, deleted: ids(vanished.uids) };
  }
  const { list } = await account.inMailbox(path, (client) => fetchMarks(client, known), {
    maxBytes: MAX_BYTES,
    signal,
    view: state,
  });
  const digests = list.digests(position.next);
  return {
    list: list.differing(position.digests, digests),
    deleted: [],
    digests,
    ...(isFewer && { present: await presentNow() }),
  };
}
