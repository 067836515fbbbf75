import type { AiMessage } from '@sheaf/contract';
import { AppError } from '../../../errors.ts';
import { createInFlight } from '../../../http/admission/in-flight.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { answerFromLists } from '../answers/answer-from-lists.ts';
import type { Answer } from '../answers/evidence.ts';
import { quotedAnswer } from '../answers/quoted-answer.ts';
import { refusal } from '../answers/refusal.ts';
import { languageModel } from '../models/language-model.ts';
import { modelAnswer } from '../models/model-answer.ts';
import type { Turn } from '../threads/messages.ts';
import { findEvidence, type Where } from './find-evidence.ts';
import { standaloneQuestion } from './standalone-question.ts';

/** Passages a model is given, and each time it searches by itself. */
const forModel = 12;
const forSearch = 6;
const forQuotes = 20;

/** Answers of one person that are written at a time, in this process. */
export const enterAsking = createInFlight({ running: 3, waiting: 0 });

export interface Asked {
  question: string;
  /** What was said before in the conversation. */
  history: readonly Turn[];
  where: Where;
  signal: AbortSignal;
}

/** `failed`: the provider ended it. Stopped and failed ones may have come to nothing: their content is empty then. */
export interface Answered extends Answer {
  /** Null: quotes, and what the lists know. */
  model: string | null;
  status: AiMessage['status'];
}

async function answerByQuotes(services: Services, viewer: Member, question: string, where: Where): Promise<Answer> {
  return quotedAnswer(question, await findEvidence(services, viewer, question, where, forQuotes));
}

/** Whether a question has an answer without a model. */
export async function hasAnswer(services: Services, viewer: Member, question: string, where: Where): Promise<boolean> {
  const answer = await answerFromLists(services, viewer, question, where);
  return (answer ?? (await answerByQuotes(services, viewer, question, where))).supported;
}

/** Yields what can be shown as it arrives; returns the whole. Nothing is stored. */
export async function* answerQuestion(
  services: Services,
  viewer: Member,
  { question, history, where, signal }: Asked,
): AsyncGenerator<string, Answered> {
  const full = standaloneQuestion(question, history);
  const listed = await answerFromLists(services, viewer, full, where);
  if (listed) return yield* atOnce(listed, null);
  const configured = await languageModel(services.config);
  if (!configured) return yield* atOnce(await answerByQuotes(services, viewer, full, where), null);
  const evidence = await findEvidence(services, viewer, full, where, forModel);
  const { model, name } = configured;
  if (evidence.length === 0) return yield* atOnce(refusal(evidence), name);
  const search = (query: string) => findEvidence(services, viewer, query, where, forSearch);
  const { failure, ...answer } = yield* modelAnswer({ model, question, history, evidence, search, signal });
  if (failure === undefined) return { ...answer, model: name, status: signal.aborted ? 'stopped' : 'done' };
  if (!signal.aborted) services.log.warn({ err: failure }, 'the model failed');
  return { ...answer, model: name, status: signal.aborted ? 'stopped' : 'failed' };
}

async function* atOnce(answer: Answer, model: string | null): AsyncGenerator<string, Answered> {
  yield answer.content;
  return { ...answer, model, status: 'done' };
}

export const modelFailed = (andThen: string) => new AppError('ai_failed', `The AI model couldn’t answer. ${andThen}`);
