import type { RemoteId } from '../../kit/session.ts';
import { dayIdOf, hasReplies } from '../adapt.ts';
import { messageId, readMessageId, type Ts, timeOf } from '../ids.ts';
import { emptyState } from './cursor.ts';
import type { PageRead, Reader } from './reader.ts';
import { readThread } from './threads.ts';

/** The maximum per page; others are read in a later round. */
const maxThreads = 10;

/**
 * Returns messages that the caller has in the part of a channel covered by a page, and that Slack no longer has. A page
 * without messages proves nothing, because it may be an incomplete answer.
 */
export async function goneFrom(
  reader: Reader,
  page: PageRead,
  { upper, present }: { upper: Ts; present: ReadonlySet<RemoteId> },
): Promise<RemoteId[]> {
  const { stored } = reader.options;
  if (!stored || page.messages.length === 0) return [];
  const isOldest = !page.hasMore && !page.isHiding;
  const lowest = isOldest ? '' : page.messages.map(({ ts }) => ts).sort()[0]!;
  const before = new Date(timeOf(upper).getTime() + 1);
  const sent = await stored({ from: lowest === '' ? new Date(0) : timeOf(lowest), before });
  const missing = sent.filter((id) => {
    const { thread, ts } = readMessageId(id);
    return thread === null && ts >= lowest && ts < upper && !present.has(id);
  });
  const begun = new Set(page.messages.filter(hasReplies).map(({ ts }) => ts));
  const withoutThread = missing.map((id) => readMessageId(id).ts).filter((ts) => !begun.has(ts));
  return [...missing, ...(await storedIn(reader, withoutThread)), ...(await goneAnswers(reader, page))];
}

/** Returns deleted answers in threads of the page that have fewer answers at Slack than here. */
async function goneAnswers(reader: Reader, { messages }: PageRead): Promise<RemoteId[]> {
  const counts = new Map(messages.map((message) => [message.ts, hasReplies(message) ? message.reply_count! : 0]));
  const held = Map.groupBy(await storedIn(reader, [...counts.keys()]), (id) => readMessageId(id).thread!);
  const shrunk = [...held].filter(([thread, ids]) => {
    const count = counts.get(thread)!;
    return count === 0 || ids.length > count;
  });
  const gone: RemoteId[] = [];
  for (const [thread, ids] of shrunk.slice(0, maxThreads)) {
    const there = await answersIn(reader, thread);
    gone.push(...ids.filter((id) => !there.has(id)));
  }
  return gone;
}

async function answersIn(reader: Reader, thread: Ts): Promise<Set<RemoteId>> {
  const there = new Set<RemoteId>();
  for (let next: string | null = null; next !== ''; ) {
    const page = await readThread(reader, thread, { oldest: '', next: next ?? '' }, emptyState);
    for (const { ts } of page.found) there.add(messageId(reader.channel.id, ts, thread));
    next = page.next;
  }
  return there;
}

/** The caller’s answers in these threads, which are in the documents of their days. */
async function storedIn({ options, channel }: Reader, threads: readonly Ts[]): Promise<RemoteId[]> {
  if (threads.length === 0 || !options.stored) return [];
  const days = new Set(threads.map((ts) => dayIdOf(channel, ts)));
  const wanted = new Set<Ts | null>(threads);
  return (await options.stored({ threads: [...days] })).filter((id) => wanted.has(readMessageId(id).thread));
}
