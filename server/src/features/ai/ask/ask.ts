import type { AiMessage, ai, aiEvents, DataOf } from '@sheaf/contract';
import type { z } from 'zod';
import { AppError, tooSlow } from '../../../errors.ts';
import { EventStream, type StreamedEvent } from '../../../http/event-stream.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import type { Where } from '../answers/find-evidence.ts';
import { settingsInUse } from '../settings.ts';
import { historyOf } from '../threads/messages.ts';
import { answerQuestion, enterAsking, modelFailed } from './answer-question.ts';
import { uncountQuestion } from './count-question.ts';
import { keepAnswer } from './keep-answer.ts';
import { type KeptQuestion, keepQuestion, type Question } from './keep-question.ts';

type Event = {
  [Name in keyof typeof aiEvents]: { event: Name; data: z.input<(typeof aiEvents)[Name]> };
}[keyof typeof aiEvents];

/** Answers a question of a conversation, as a message or as events that end with it. */
export async function ask(
  services: Services,
  viewer: Member,
  threadId: string,
  question: Question,
  takesEvents: boolean,
): Promise<DataOf<typeof ai.ask> | EventStream> {
  const { excluded_sources } = await settingsInUse(services.db, viewer);
  const leave = await enterAsking(viewer.id);
  let kept: KeptQuestion;
  try {
    kept = await keepQuestion(services, viewer, threadId, question);
  } catch (error) {
    leave();
    throw error;
  }
  const where = { scope: kept.scope, excludedSources: excluded_sources };
  const events = (signal: AbortSignal) => answering(services, viewer, kept, question.content, where, signal, leave);
  if (takesEvents) return new EventStream((signal) => withoutFailing(services, events(signal)));
  return lastOf(events(new AbortController().signal));
}

async function lastOf(events: AsyncIterable<Event>): Promise<AiMessage> {
  for await (const { event, data } of events) if (event === 'done') return data.message;
  throw new AppError('conflict', 'The question was deleted before it was answered.');
}

/** The stream has already started, so an error is sent as an event. */
async function* withoutFailing(services: Services, events: AsyncIterable<Event>): AsyncGenerator<StreamedEvent> {
  try {
    yield* events;
  } catch (error) {
    const known = error instanceof AppError ? error : tooSlow(error);
    if (known !== error) services.log.error({ err: error }, 'answer failed');
    const data = known
      ? { message: services.redact(known.message), code: known.code }
      : { message: 'Something went wrong on our side. Your question is kept; try again.', code: 'internal' };
    yield { event: 'error', data };
  }
}

async function* answering(
  services: Services,
  viewer: Member,
  kept: KeptQuestion,
  question: string,
  where: Where,
  signal: AbortSignal,
  leave: () => void,
): AsyncGenerator<Event> {
  try {
    yield { event: 'status', data: { text: 'Searching your files' } };
    const history = await historyOf(services.db, viewer, kept, 20);
    const answer = yield* streamed(answerQuestion(services, viewer, { question, history, where, signal }));
    if (answer.status === 'failed') {
      if (answer.content) await keepAnswer(services, viewer, kept, answer);
      else await uncountQuestion(services.db, viewer);
      throw modelFailed(answer.failure, 'Your question is kept; try again in a moment.');
    }
    // No text has arrived yet: the question stays, to be asked again.
    if (answer.status === 'stopped' && !answer.content) return;
    yield* done(await keepAnswer(services, viewer, kept, answer));
  } finally {
    leave();
  }
}

async function* streamed<T>(texts: AsyncGenerator<string, T>): AsyncGenerator<Event, T> {
  for (;;) {
    const { value, done } = await texts.next();
    if (done) return value;
    yield { event: 'delta', data: { text: value } };
  }
}

function* done(message: AiMessage | null): Generator<Event> {
  if (!message) return;
  for (const citation of message.citations) yield { event: 'citation', data: citation };
  yield { event: 'done', data: { message } };
}
