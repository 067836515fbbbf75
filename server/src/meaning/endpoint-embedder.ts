import { anchoredEmbedder } from './anchored-embedder.ts';
import type { Embedder } from './embedder.ts';
import { type Endpoint, type Patience, requestEmbeddings } from './request-embeddings.ts';

/** The number of texts in one request. */
const batch = 64;
/** Characters of a text. Models read at least 512 tokens, about 2,000 characters, and cut the rest themselves. */
const maxCharacters = 8_000;
/** Raised when vectors of the same model would come out differently. */
const version = 1;

/** A model behind an endpoint of the operator's. */
export const createEndpointEmbedder = (endpoint: Endpoint, patience: Partial<Patience> = {}): Embedder =>
  anchoredEmbedder(`endpoint:${version}:${endpoint.model}`, async (texts, signal) => {
    const vectors: number[][] = [];
    for (let at = 0; at < texts.length; at += batch) {
      const some = texts.slice(at, at + batch).map((text) => text.slice(0, maxCharacters));
      vectors.push(...(await requestEmbeddings(endpoint, some, signal, patience)));
    }
    return vectors;
  });
