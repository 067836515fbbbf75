import { type AiScope, ApiError } from '@sheaf/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeThread, createThread, threadQuery } from '../api/threads.ts';
import { dropAnswer, startAnswer, stopAnswer, useRunningAnswer } from '../running-answers.ts';
import { partsOf } from '../scope/scope.ts';
import { shownMessages } from './shown-messages.ts';

interface Options {
  threadId: string | undefined;
  /** The documents a new conversation is limited to. */
  documentIds: readonly string[];
  /** A conversation was created by its first question. */
  onCreated(id: string): void;
}

/** A conversation, stored or new, and what can be done in it. */
export function useConversation({ threadId, documentIds, onCreated }: Options) {
  const client = useQueryClient();
  const query = useQuery({ ...threadQuery(threadId ?? ''), enabled: threadId !== undefined });
  const running = useRunningAnswer(threadId);
  const [newScope, setNewScope] = useState<AiScope>(documentIds.length > 0 ? { document_ids: [...documentIds] } : {});
  // The chosen scope is for one new conversation.
  if (threadId !== undefined && partsOf(newScope).length > 0) setNewScope({});
  const [problem, setProblem] = useState<RunningProblem | null>(null);
  const { mutate: change } = useMutation(changeThread);
  const thread = threadId === undefined ? undefined : query.data?.thread;
  const scope = thread?.scope ?? newScope;
  const shown = shownMessages(thread ? (query.data?.messages ?? []) : [], running);

  /** Resolves to whether the question was accepted; the field keeps a rejected one. */
  const ask = async (content: string, how: { replaces?: string; scope?: AiScope } = {}): Promise<boolean> => {
    setProblem(null);
    if (threadId !== undefined) {
      void startAnswer(client, threadId, { content, ...how });
      return true;
    }
    try {
      const created = await createThread(client, scope);
      void startAnswer(client, created.id, { content });
      onCreated(created.id);
      return true;
    } catch (error) {
      const known = error instanceof ApiError;
      setProblem({
        message: known ? error.message : 'Something went wrong. Try again.',
        code: known ? error.code : '',
      });
      return false;
    }
  };

  return {
    query,
    thread,
    running,
    scope,
    problem: threadId === undefined ? problem : null,
    ...shown,
    ask,
    setScope: (next: AiScope) => (threadId === undefined ? setNewScope(next) : change({ id: threadId, scope: next })),
    stop: () => threadId !== undefined && void stopAnswer(client, threadId),
    retry: () => {
      if (!running || threadId === undefined) return;
      const { content, replaces } = running.question;
      const stored = query.data?.messages.findLast(({ role }) => role === 'user');
      dropAnswer(threadId);
      void ask(content, { replaces: stored?.content === content ? stored.id : replaces });
    },
  };
}

export interface RunningProblem {
  message: string;
  code: string;
}
export type Conversation = ReturnType<typeof useConversation>;
