import { ConnectorError } from '../../kit/errors.ts';
import type { MessageBatch } from '../../kit/threads.ts';
import { hasReplies, isShown, titleOf } from '../adapt.ts';
import { isTs, later, messageId, type Ts } from '../ids.ts';
import type { SlackMessage } from '../wire.ts';
import type { State } from './cursor.ts';
import type { Found, Reader } from './reader.ts';

/** Threads that begin on a page, with the time of their latest answer; '' where Slack does not say. */
export function threadsIn(messages: readonly SlackMessage[]): Map<Ts, Ts> {
  return new Map(
    messages.filter(hasReplies).map(({ ts, latest_reply }) => [ts, isTs(latest_reply) ? latest_reply : '']),
  );
}

/** Those with answers that the caller does not have. */
export async function unreadThreads(reader: Reader, threads: ReadonlyMap<Ts, Ts>): Promise<Set<Ts>> {
  const { place, options } = reader;
  if (threads.size === 0) return new Set();
  const latest = [...threads].map(([thread, reply]) => ({ thread, reply, id: messageId(place.id, reply, thread) }));
  const known = await options.known(latest.map(({ id }) => id));
  return new Set(latest.filter(({ reply, id }) => reply === '' || !known.has(id)).map(({ thread }) => thread));
}

export interface ThreadPage {
  batch: Pick<MessageBatch, 'messages' | 'deleted' | 'failures'>;
  found: Found[];
  latest: Ts;
  next: string;
}

/** A page of a thread; an empty one where it has gone. */
export async function readThread(
  reader: Reader,
  thread: Ts,
  at: { oldest: Ts; next: string },
  state: State,
): Promise<ThreadPage> {
  const { place, directory } = reader;
  const repeated = messageId(place.id, thread, thread);
  const page = await reader.replies(thread, at).catch((error) => {
    if (error instanceof ConnectorError && error.code === 'not_found') return null;
    throw error;
  });
  const first = page?.messages.find(({ ts }) => ts === thread);
  if (!page || !first || (!hasReplies(first) && page.messages.length === 1))
    return { batch: { messages: [], deleted: [repeated], failures: [] }, found: [], latest: '', next: '' };
  // Slack repeats it on every page.
  const messages = at.next === '' ? page.messages : page.messages.filter(({ ts }) => ts !== thread);
  await reader.learnNames([first]);
  const title = titleOf(first, place, directory);
  const { found, ...sorted } = await reader.sort(messages, { ts: thread, title }, state);
  const latest = page.messages.reduce((latest, { ts }) => (ts === thread ? latest : later(latest, ts)), '');
  return {
    batch: { ...sorted, deleted: isShown(first) ? [] : [repeated, messageId(place.id, thread, null)] },
    found,
    latest,
    next: page.hasMore ? page.next : '',
  };
}
