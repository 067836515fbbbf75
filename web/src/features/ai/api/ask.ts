import { type AiScope, ApiError, ai, aiEvents } from '@sheaf/contract';
import { readEvents } from '../../../lib/api/event-stream.ts';
import { callForEvents } from '../../../lib/api/http.ts';

export interface AskedQuestion {
  content: string;
  scope?: AiScope;
  /** The question that this one replaces, with everything after it. */
  replaces?: string;
}

export interface AnswerListener {
  onStatus(text: string): void;
  onText(text: string): void;
}

/** Closing the stream early stops the answer. */
const streamed = { ...ai.ask, bytes: true as const };

/** Asks, and resolves when the answer is stored. Throws an ApiError, also for an error in the stream. */
export async function ask(
  threadId: string,
  body: AskedQuestion,
  { onStatus, onText }: AnswerListener,
  signal: AbortSignal,
): Promise<void> {
  const response = await callForEvents(streamed, { params: { id: threadId }, body, signal });
  if (!response.body) throw interrupted();
  for await (const { name, data } of readEvents(response.body)) {
    if (name === 'status') onStatus(aiEvents.status.parse(JSON.parse(data)).text);
    else if (name === 'delta') onText(aiEvents.delta.parse(JSON.parse(data)).text);
    else if (name === 'error') throw new ApiError(undefined, aiEvents.error.parse(JSON.parse(data)));
    else if (name === 'done') return;
  }
  if (!signal.aborted) throw interrupted();
}

const interrupted = () =>
  new ApiError(undefined, { message: 'The connection was lost. Your question is kept; try again.', code: 'offline' });
