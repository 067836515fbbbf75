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
export { wordWeight } from './telling-words.ts';
export { createWordEmbedder } from './word-embedder.ts';

/** Undefined: our own table. `end`: where there is something to end. A local model that can't be used is a `ModelProblem`. */
export async function openEmbedder(
  settings: EmbeddingsSettings | undefined,
): Promise<{ embedder: Embedder; end?: () => Promise<void> }> {
  if (settings?.kind === 'local') return openLocalEmbedder(settings);
  return { embedder: settings ? createEndpointEmbedder(settings) : createWordEmbedder() };
}

/** Its id as rows of the database have it. */
export const embedderNumber = ({ id }: Embedder): number => createHash('sha256').update(id).digest().readInt32BE();
