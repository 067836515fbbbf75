import type { AiMessage } from '@sheaf/contract';
import type { RunningAnswer } from '../running-answers.ts';

export interface ShownConversation {
  messages: AiMessage[];
  /** A question that is not among the messages yet. */
  asked: string | null;
  /** The last question, if it has no answer and none is being written. */
  unanswered: AiMessage | null;
}

/** The stored conversation with the question in progress, which may already be stored or replace earlier messages. */
export function shownMessages(stored: readonly AiMessage[], running: RunningAnswer | undefined): ShownConversation {
  const last = stored.at(-1);
  if (!running) return { messages: [...stored], asked: null, unanswered: last?.role === 'user' ? last : null };
  const { content, replaces } = running.question;
  const cut = replaces ? stored.findIndex(({ id }) => id === replaces) : -1;
  const kept = cut === -1 ? [...stored] : stored.slice(0, cut);
  if (running.state === 'failed') {
    const isStored = stored.findLast(({ role }) => role === 'user')?.content === content;
    return isStored
      ? { messages: [...stored], asked: null, unanswered: null }
      : { messages: kept, asked: content, unanswered: null };
  }
  const before = kept.at(-1)?.role === 'user' && kept.at(-1)?.content === content ? kept.slice(0, -1) : kept;
  return { messages: before, asked: content, unanswered: null };
}
