import { ConnectorError } from '../../kit/errors.ts';
import type { MessageBatch } from '../../kit/threads.ts';
import { hasReplies, isShown } from '../adapt.ts';
import { isTs, later, messageId, type Ts } from '../ids.ts';
import type { SlackMessage } from '../wire.ts';
import type { State } from './cursor.ts';
import type { Found, Reader } from './reader.ts';

/** Threads that start on a page, with the time of their latest answer; '' if Slack doesn’t report it. */
export function threadsIn(messages: readonly SlackMessage[]): Map<Ts, Ts> {
  return new Map(
    messages.filter(hasReplies).map(({ ts, latest_reply }) => [ts, isTs(latest_reply) ? latest_reply : '']),
  );
}

/** Threads with answers that the caller doesn’t have, or all threads if everything is reported again. */
export async function unreadThreads(
  reader: Reader,
  threads: ReadonlyMap<Ts, Ts>,
  { isAnew }: Pick<State, 'isAnew'>,
): Promise<Set<Ts>> {
  const { channel, options } = reader;
  if (threads.size === 0 || isAnew) return new Set(threads.keys());
  const latest = [...threads].map(([thread, reply]) => ({ thread, reply, id: messageId(channel.id, reply, thread) }));
  const known = await options.known(latest.map(({ id }) => id));
  return new Set(latest.filter(({ reply, id }) => reply === '' || !known.has(id)).map(({ thread }) => thread));
}

export interface ThreadPage {
  batch: Pick<MessageBatch, 'messages' | 'deleted' | 'failures'>;
  found: Found[];
  latest: Ts;
  next: string;
}

/** A page of a thread; an empty one if the thread was deleted. */
export async function readThread(
  reader: Reader,
  thread: Ts,
  at: { oldest: Ts; next: string },
  state: State,
): Promise<ThreadPage> {
  const { channel } = reader;
  // Earlier versions stored a thread’s first message once more.
  const deleted = state.isAnew ? [messageId(channel.id, thread, thread)] : [];
  const page = await reader.replies(thread, at).catch((error) => {
    if (error instanceof ConnectorError && error.code === 'not_found') return null;
    throw error;
  });
  const first = page?.messages.find(({ ts }) => ts === thread);
  // Slack may leave out the first message on pages with answers.
  const hasAnswers = page?.messages.some(({ ts }) => ts !== thread) || (first && hasReplies(first));
  if (!page || !hasAnswers) return { batch: { messages: [], deleted, failures: [] }, found: [], latest: '', next: '' };
  const { found, ...sorted } = await reader.sort(page.messages, thread, state);
  const latest = page.messages.reduce((latest, { ts }) => (ts === thread ? latest : later(latest, ts)), '');
  return {
    batch: {
      ...sorted,
      deleted: !first || isShown(first) ? deleted : [...deleted, messageId(channel.id, thread, null)],
    },
    found,
    latest,
    next: page.hasMore ? page.next : '',
  };
}
