import { createThread } from '../../../platform/processes/thread.ts';
import type { QuestionWord } from './question.ts';
import type { Reading } from './read-closely.ts';
import type { PassageToRead, ReadingAnswer, ReadingRequest } from './reading-thread.ts';

const thread = createThread<ReadingRequest, ReadingAnswer>(new URL('./reading-thread.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
});
let questions = 0;

/**
 * Runs outside the event loop: reading takes a millisecond or two per passage, which would delay everyone's requests.
 */
export async function readInThread(
  words: readonly QuestionWord[],
  passages: readonly PassageToRead[],
): Promise<Reading[]> {
  return (await thread.ask({ id: questions++, words, passages })).readings!;
}
