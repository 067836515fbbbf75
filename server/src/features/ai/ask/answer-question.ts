import type { AiMessage } from '@sheaf/contract';
import { AppError } from '../../../errors.ts';
import { createInFlight } from '../../../http/admission/in-flight.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { answerFromLists } from '../answers/answer-from-lists.ts';
import type { Answer, Evidence } from '../answers/evidence.ts';
import { findEvidence, type Where } from '../answers/find-evidence.ts';
import { quotedAnswer } from '../answers/quoted-answer.ts';
import { refusal } from '../answers/refusal.ts';
import { isSmallTalk, smallTalk } from '../answers/small-talk.ts';
import { failureText } from '../models/failure-text.ts';
import { languageModel } from '../models/language-model.ts';
import { modelAnswer } from '../models/model-answer.ts';
import { type Ranking, rankPassages } from '../models/rank-passages.ts';
import type { Turn } from '../threads/messages.ts';
import { type FollowUp, followUps } from './follow-ups.ts';
import { withNeighbors } from './with-neighbors.ts';

/** How many passages a model is given at the start, as far as they fit, and for each search of its own. */
export const forModel = 24;
const forSearch = 6;
/** How many of the best are given to a model that has put them in order. */
const ofRanked = 12;
const forQuotes = 20;

/** Limits the answers that are written for one person at a time in this process. */
export const enterAsking = createInFlight({ running: 3, waiting: 0 });

export interface Asked {
  question: string;
  /** Earlier messages of the conversation. */
  history: readonly Turn[];
  where: Where;
  signal: AbortSignal;
}

/** `failed`: the provider ended it. The content of stopped and failed answers may be empty. */
export interface Answered extends Answer {
  /** Null if the answer consists of quotes or comes from the lists. */
  model: string | null;
  status: AiMessage['status'];
  /** Why a failed answer failed. */
  failure?: unknown;
}

/** Narrows a search to the documents cited before, unless the person chose a scope, which is never left. */
const narrowed = (where: Where, { documentIds }: FollowUp): Where =>
  documentIds && Object.values(where.scope).every((ids) => !ids?.length)
    ? { ...where, scope: { document_ids: [...documentIds] } }
    : where;

async function answerByQuotes(
  services: Services,
  viewer: Member,
  tries: readonly FollowUp[],
  where: Where,
): Promise<Answer> {
  let refused: Answer | undefined;
  for (const one of tries) {
    const evidence = await findEvidence(services, viewer, one.query, narrowed(where, one), forQuotes);
    const answer = quotedAnswer(one.query, evidence);
    if (answer.supported) return answer;
    if (!refused || (refused.quotes.length === 0 && answer.quotes.length > 0)) refused = answer;
  }
  return refused!;
}

/** Answers a question without a model and a conversation. */
export async function answerWithoutModel(
  services: Services,
  viewer: Member,
  question: string,
  where: Where,
): Promise<Answer> {
  const listed = await answerFromLists(services, viewer, question, where);
  return listed ?? answerByQuotes(services, viewer, [{ query: question, documentIds: null }], where);
}

/** Yields text as it arrives and returns the whole answer. Stores nothing. */
export async function* answerQuestion(
  services: Services,
  viewer: Member,
  { question, history, where, signal }: Asked,
): AsyncGenerator<string, Answered> {
  if (isSmallTalk(question)) return yield* atOnce(smallTalk, null);
  const listed = await answerFromLists(services, viewer, question, where);
  if (listed) return yield* atOnce(listed, null);
  const tries = followUps(question, history);
  const configured = await languageModel(services.config);
  if (!configured) return yield* atOnce(await answerByQuotes(services, viewer, tries, where), null);
  const { model, name } = configured;
  const found = await evidenceFor(services, viewer, tries, where, forModel);
  const best = services.config.aiRerank ? await bestFor(services, { model, question, signal, evidence: found }) : found;
  const evidence = await withNeighbors(services.db, viewer.membership.organizationId, best);
  if (evidence.length === 0) return yield* atOnce(refusal(evidence), name);
  const search = (query: string) => findEvidence(services, viewer, query, where, forSearch);
  const { failure, ...answer } = yield* modelAnswer({ model, question, history, evidence, search, signal });
  if (failure === undefined) return { ...answer, model: name, status: signal.aborted ? 'stopped' : 'done' };
  if (!signal.aborted) services.log.warn({ err: failure }, 'the model failed');
  return { ...answer, model: name, status: signal.aborted ? 'stopped' : 'failed', failure };
}

/** Combines the passages of all searches, with a share for each. */
async function evidenceFor(
  services: Services,
  viewer: Member,
  tries: readonly FollowUp[],
  where: Where,
  limit: number,
): Promise<Evidence[]> {
  const found = new Map<string, Evidence>();
  for (const [at, one] of tries.entries()) {
    const wanted = Math.ceil((limit - found.size) / (tries.length - at));
    const evidence = await findEvidence(services, viewer, one.query, narrowed(where, one), limit);
    const fresh = evidence.filter((passage) => !found.has(keyOf(passage)));
    for (const passage of fresh.slice(0, wanted)) found.set(keyOf(passage), passage);
  }
  return [...found.values()];
}

/** Puts passages in the order the model gives; keeps their order if it doesn't say. */
async function bestFor({ log }: Services, ranking: Ranking): Promise<Evidence[]> {
  const { evidence, signal } = ranking;
  // The model is given all of them anyway.
  if (evidence.length <= ofRanked) return [...evidence];
  try {
    return (await rankPassages(ranking)).slice(0, ofRanked);
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the model did not put passages in order');
    return evidence.slice(0, ofRanked);
  }
}

const keyOf = ({ sha256, number }: Evidence): string => `${sha256.toString('hex')} ${number}`;

async function* atOnce(answer: Answer, model: string | null): AsyncGenerator<string, Answered> {
  yield answer.content;
  return { ...answer, model, status: 'done' };
}

export function modelFailed(failure: unknown, andThen: string): AppError {
  const { text, retryAfter } = failureText(failure);
  return new AppError('ai_failed', `${text} ${andThen}`, { retryAfter });
}
