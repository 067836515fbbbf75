import { parentPort } from 'node:worker_threads';
import { compareWords } from '../../../meaning/index.ts';
import type { ThreadAnswer, ThreadRequest } from '../../../platform/processes/thread.ts';
import type { QuestionWord } from './question.ts';
import { type Readable, type Reading, readClosely } from './read-closely.ts';

/** A request to the thread that reads passages for questions; see read-in-thread.ts. */
export interface ReadingRequest extends ThreadRequest {
  words: readonly QuestionWord[];
  passages: readonly PassageToRead[];
}

export interface PassageToRead extends Omit<Readable, 'compare'> {
  /** Both question and passage are in English, whose words can be compared. */
  canCompare: boolean;
}

export interface ReadingAnswer extends ThreadAnswer {
  readings?: Reading[];
}

parentPort!.on('message', async (request: ReadingRequest) => {
  const answer: ReadingAnswer = { id: request.id };
  try {
    answer.readings = await read(request);
  } catch (error) {
    answer.error = { message: (error as Error).message };
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(answer);
});

async function read({ words, passages }: ReadingRequest): Promise<Reading[]> {
  const compare = passages.some(({ canCompare }) => canCompare)
    ? await compareWords(words.map(({ text }) => text))
    : undefined;
  return passages.map(({ canCompare, ...passage }) =>
    readClosely(words, { ...passage, compare: canCompare ? compare : undefined }),
  );
}
