import { type AiMessage, ApiError } from '@sheaf/contract';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type AskedQuestion, ask } from './api/ask.ts';
import { reloadThreads, threadQuery } from './api/threads.ts';

/** An answer that is being written, or that failed. */
export interface RunningAnswer {
  question: AskedQuestion;
  /** The current activity, before the first words arrive. */
  status: string;
  text: string;
  state: 'running' | 'stopping' | 'failed';
  problem: { message: string; code: string } | null;
}

interface Entry {
  answer: RunningAnswer;
  controller: AbortController;
}

/** A stopped answer is stored a moment after the stream is closed; on a busy server, some moments later. */
const LOOK_AGAIN_MS = [150, 400, 1000, 2500, 5000, 10_000];

const stoppedEarly = { message: 'You stopped this question before it was answered.', code: 'stopped' };

const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(threadId: string, controller: AbortController, changes: Partial<RunningAnswer>): void {
  const entry = entries.get(threadId);
  // Another question may have taken its place.
  if (entry?.controller !== controller) return;
  entry.answer = { ...entry.answer, ...changes };
  notify();
}

function forget(threadId: string, controller: AbortController): void {
  if (entries.get(threadId)?.controller !== controller) return;
  entries.delete(threadId);
  notify();
}

/** The answer in progress in a conversation. It continues while other pages are open. */
export const useRunningAnswer = (threadId: string | undefined): RunningAnswer | undefined =>
  useSyncExternalStore(subscribe, () => (threadId === undefined ? undefined : entries.get(threadId)?.answer));

/** Asks in a conversation. Afterwards the conversation is reloaded, with question and answer as stored. */
export async function startAnswer(client: QueryClient, threadId: string, question: AskedQuestion): Promise<void> {
  entries.get(threadId)?.controller.abort();
  const controller = new AbortController();
  const { signal } = controller;
  entries.set(threadId, {
    controller,
    answer: { question, status: 'Searching your files', text: '', state: 'running', problem: null },
  });
  notify();
  let text = '';
  const listener = {
    onStatus: (status: string) => change(threadId, controller, { status }),
    onText: (more: string) => {
      text += more;
      change(threadId, controller, { text });
    },
  };
  try {
    await ask(threadId, question, listener, signal);
    await reread(client, threadId);
    forget(threadId, controller);
  } catch (error) {
    if (signal.aborted) return;
    const known = error instanceof ApiError;
    const problem = known
      ? { message: error.message, code: error.code }
      : { message: 'Something went wrong. Try again.', code: 'internal' };
    await reread(client, threadId);
    change(threadId, controller, { state: 'failed', problem, text: '' });
  } finally {
    void reloadThreads(client);
  }
}

/** Stops the answer; what was written so far is kept. */
export async function stopAnswer(client: QueryClient, threadId: string): Promise<void> {
  const entry = entries.get(threadId);
  if (entry?.answer.state !== 'running') return;
  const { controller } = entry;
  change(threadId, controller, { state: 'stopping' });
  controller.abort();
  let messages: AiMessage[] | undefined;
  for (const ms of LOOK_AGAIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    messages = await reread(client, threadId);
    if (messages?.at(-1)?.role === 'assistant' || entry.answer.text === '') break;
  }
  const { content } = entry.answer.question;
  const isStored = messages?.findLast(({ role }) => role === 'user')?.content === content;
  // If it was stopped before the server stored the question, the question stays here.
  if (isStored) forget(threadId, controller);
  else change(threadId, controller, { state: 'failed', text: '', problem: stoppedEarly });
  void reloadThreads(client);
}

/** Drops a failed answer when the conversation is deleted or another question is asked. */
export function dropAnswer(threadId: string): void {
  const entry = entries.get(threadId);
  if (!entry) return;
  entry.controller.abort();
  forget(threadId, entry.controller);
}

/** Keeps the shown messages if they cannot be reloaded. */
async function reread(client: QueryClient, threadId: string): Promise<AiMessage[] | undefined> {
  const found = await client.fetchQuery({ ...threadQuery(threadId), staleTime: 0 }).catch(() => undefined);
  return found?.messages;
}
