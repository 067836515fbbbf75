import { createHash } from 'node:crypto';
import type { Embedder } from './embedder.ts';
import { createEndpointEmbedder } from './endpoint-embedder.ts';
import type { Endpoint } from './request-embeddings.ts';
import { createWordEmbedder } from './word-embedder.ts';

export { type CompareWords, compareWords } from './compare-words.ts';
export type { Embedder, Embedding } from './embedder.ts';
export { similarity } from './int8.ts';
export { EmbeddingsUnavailable } from './request-embeddings.ts';
export { wordWeight } from './telling-words.ts';
export { createWordEmbedder } from './word-embedder.ts';

/** The operator's endpoint where one is configured, otherwise the table that comes with the program. */
export const createEmbedder = (endpoint: Endpoint | undefined): Embedder =>
  endpoint ? createEndpointEmbedder(endpoint) : createWordEmbedder();

/** Its id as rows of the database have it. */
export const embedderNumber = ({ id }: Embedder): number => createHash('sha256').update(id).digest().readInt32BE();
