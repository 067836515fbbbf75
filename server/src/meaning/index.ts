import { createHash } from 'node:crypto';
import type { Embedder } from './embedder.ts';
import { createEndpointEmbedder } from './endpoint-embedder.ts';
import { openLocalEmbedder } from './local/local-embedder.ts';
import type { EmbeddingsSettings } from './settings.ts';
import { createWordEmbedder } from './word-embedder.ts';

export { type CompareWords, compareWords } from './compare-words.ts';
export { type Embedder, type Embedding, EmbeddingsUnavailable } from './embedder.ts';
export { fetchModel } from './fetch/fetch-model.ts';
export { FetchProblem } from './fetch/fetch-problem.ts';
export { installRuntime } from './fetch/install-runtime.ts';
export { similarity } from './int8.ts';
export { ModelProblem } from './local/model-problem.ts';
export { defaultModelFolder } from './settings.ts';
export { synonymPairs } from './synonyms.ts';
export { wordWeight } from './telling-words.ts';
export { createWordEmbedder } from './word-embedder.ts';

/**
 * Undefined `settings` mean our own table. `end` is there if something has to be ended. Throws `ModelProblem` if a
 * local model can't be used.
 */
export async function openEmbedder(
  settings: EmbeddingsSettings | undefined,
): Promise<{ embedder: Embedder; end?: () => Promise<void> }> {
  if (settings?.kind === 'local') return openLocalEmbedder(settings);
  return { embedder: settings ? createEndpointEmbedder(settings) : createWordEmbedder() };
}

/** The embedder's number in rows of the database. */
export const embedderNumber = ({ id }: Embedder): number => createHash('sha256').update(id).digest().readInt32BE();
