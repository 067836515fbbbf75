/** What a text is about, as it is stored with a passage. */
export interface Embedding {
  /** Its direction counts, not its length. */
  vector: Int8Array;
  /** 256 bits for a first, quick choice, as PostgreSQL reads a bit string. */
  code: string;
  /** The group of texts it stands among. */
  cluster: number;
}

/** What texts are, and how soon somebody needs to know what they are about. */
export interface Purpose {
  /** Some models read a question otherwise than what answers it. Left out: `passage`. */
  as?: 'question' | 'passage';
  /** Somebody waits for it: it goes before what is done in the background. */
  isUrgent?: boolean;
}

/** Turns texts into meanings. Only those of one embedder can be compared. */
export interface Embedder {
  /** Stored with every vector: whatever has another one is embedded anew. */
  id: string;
  /** A language model: it knows the order of words, so what it says of nearness may decide an order. */
  isModel: boolean;
  /** ISO 639-1; null where the language of the text could not be recognised. */
  canEmbed(language: string | null): boolean;
  /** In the same order; null where a text says nothing. Bulk work belongs in a process that answers no requests. */
  embed(texts: readonly string[], signal: AbortSignal, purpose?: Purpose): Promise<(Embedding | null)[]>;
  /** The clusters in which texts like this one are, the nearest first. */
  nearestClusters(vector: Int8Array, count: number): Promise<number[]>;
}

/** The endpoint or the model does not answer, or not as it should. The message is for the operator. */
export class EmbeddingsUnavailable extends Error {
  override name = 'EmbeddingsUnavailable';
}
