import { createWordEmbedder } from '../../../meaning/index.ts';
import type { Answer } from './task.ts';

const embedder = createWordEmbedder();
const { signal } = new AbortController();

/** Embeds passages in the reading process, where no one waits for the processor. */
export async function embedPassages(answer: Answer): Promise<Answer> {
  if (!('passages' in answer)) return answer;
  const passages = [];
  for (const passage of answer.passages) {
    const [embedding = null] = embedder.canEmbed(passage.language) ? await embedder.embed([passage.body], signal) : [];
    passages.push({ ...passage, embedding });
  }
  return { ...answer, passages };
}
