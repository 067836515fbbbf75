import { randomBytes } from 'node:crypto';
import type { LanguageModel } from 'ai';
import { z } from 'zod';
import { type Answer, documentsOf, type Evidence } from '../answers/evidence.ts';
import type { Turn } from '../threads/messages.ts';
import { AnswerText } from './answer-text.ts';
import { EmptyAnswer } from './failure-text.ts';
import { conversation, instructions, lastMessages, passagesText } from './prompt.ts';
import { WithoutThoughts } from './without-thoughts.ts';

// The library would print its warnings to the console.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** How often a model may search on its own. */
const maxSearches = 3;
const maxAnswerLength = 20_000;
const maxTokens = 2_000;
const cutOff = '\n\n*The answer was cut off because it became too long.*';
/** How long a model may be silent. */
const patienceMs = 60_000;

export interface ModelQuestion {
  model: LanguageModel;
  question: string;
  history: readonly Turn[];
  evidence: readonly Evidence[];
  search(query: string): Promise<readonly Evidence[]>;
  signal: AbortSignal;
}

/** An answer as far as it got. `failure`: why it is incomplete. */
export type ModelAnswer = Answer & { failure?: unknown };

/** Yields text as it arrives and returns the whole answer. Never throws, so that what has arrived is kept. */
export async function* modelAnswer({
  model,
  question,
  history,
  evidence,
  search,
  signal,
}: ModelQuestion): AsyncGenerator<string, ModelAnswer> {
  const { isStepCount, streamText, tool } = await import('ai');
  // Authors of files can't guess it, so no text can end the fence.
  const fence = `passages-${randomBytes(9).toString('base64url')}`;
  const passages = [...evidence];
  const numbered = (from: number) =>
    passages.slice(from).map((one, index) => ({ number: from + index + 1, evidence: one }));
  const text = new AnswerText((number) => passages[number - 1]);
  const thoughts = new WithoutThoughts();
  const patience = new AbortController();
  let isCut = false;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => patience.abort(new Error('The model fell silent.')), patienceMs);
  };
  const searchAgain = tool({
    description: 'Looks for further passages in the files of the person who asks.',
    inputSchema: z.object({ query: z.string().max(300).describe('The words to look for') }),
    execute: async ({ query }) => {
      const from = passages.length;
      const known = new Set(passages.map(({ sha256, number }) => `${sha256.toString('hex')} ${number}`));
      const found = await search(query);
      passages.push(...found.filter(({ sha256, number }) => !known.has(`${sha256.toString('hex')} ${number}`)));
      return passages.length > from ? passagesText(numbered(from), fence) : 'Nothing further was found.';
    },
  });
  let failure: unknown;
  try {
    wait();
    const { fullStream } = streamText({
      model,
      instructions: instructions(fence, new Date()),
      messages: conversation(history, question, passagesText(numbered(0), fence)),
      tools: { search: searchAgain },
      stopWhen: isStepCount(maxSearches + 1),
      // The last step must be an answer.
      prepareStep: ({ stepNumber }) => (stepNumber >= maxSearches ? { toolChoice: 'none' as const } : undefined),
      maxOutputTokens: maxTokens,
      maxRetries: 2,
      abortSignal: AbortSignal.any([signal, patience.signal]),
      onError: () => {},
    });
    for await (const part of fullStream) {
      wait();
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw signal.aborted ? signal.reason : patience.signal.reason;
      if (part.type === 'finish') isCut = part.finishReason === 'length';
      if (part.type !== 'text-delta') continue;
      const shown = text.push(thoughts.push(part.text));
      if (shown) yield shown;
      if (text.content.length > maxAnswerLength) {
        isCut = true;
        break;
      }
    }
  } catch (error) {
    failure = error ?? new Error('The model gave up.');
  } finally {
    clearTimeout(timer);
    patience.abort();
  }
  const rest = text.push(thoughts.end()) + text.end();
  if (rest) yield rest;
  if (isCut && text.content.trim()) yield cutOff;
  if (failure === undefined && !signal.aborted && !text.content.trim()) failure = new EmptyAnswer('nothing was said');
  const { content, quotes } = text;
  // The answer may repeat earlier ones, so it depends on their documents too.
  const repeatable = lastMessages(history).flatMap(({ documentIds }) => documentIds);
  const documentIds = [...new Set([...documentsOf(passages), ...repeatable])];
  const answer = {
    content: content.trim() + (isCut && content.trim() ? cutOff : ''),
    quotes,
    supported: quotes.length > 0,
    documentIds,
  };
  return failure === undefined ? answer : { ...answer, failure };
}
