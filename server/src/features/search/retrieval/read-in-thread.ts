import { createThread } from '../../../platform/thread.ts';
import type { QuestionWord } from './question.ts';
import type { Reading } from './read-closely.ts';
import type { PassageToRead, ReadingAnswer, ReadingRequest } from './reading-thread.ts';

const thread = createThread<ReadingRequest, ReadingAnswer>(new URL('./reading-thread.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
});
let questions = 0;

/** Beside the event loop: reading takes a millisecond or two a passage, and everybody's requests would wait for it. */
export async function readInThread(
  words: readonly QuestionWord[],
  passages: readonly PassageToRead[],
): Promise<Reading[]> {
  return (await thread.ask({ id: questions++, words, passages })).readings!;
}
