/** The meaning of a text, as it is stored with a passage. */
export interface Embedding {
  /** Its direction counts, not its length. */
  vector: Int8Array;
  /** 256 bits for a first, quick selection, in the form of a PostgreSQL bit string. */
  code: string;
  /** The cluster that the text belongs to. */
  cluster: number;
}

/** What kind of texts these are, and how urgent they are. */
export interface Purpose {
  /** Some models treat questions differently from passages. The default is `passage`. */
  as?: 'question' | 'passage';
  /** Somebody is waiting: it runs before background work. */
  isUrgent?: boolean;
}

/** Turns texts into vectors. Only those of one embedder can be compared. */
export interface Embedder {
  /** Stored with every vector; passages with another number are embedded again. */
  id: string;
  /** Whether it is a language model: it knows the order of words, so its similarities may decide an order. */
  isModel: boolean;
  /** ISO 639-1; null if the language of the text was not recognized. */
  canEmbed(language: string | null): boolean;
  /** In the same order; null for a text without meaning. Bulk work belongs in a process that answers no requests. */
  embed(texts: readonly string[], signal: AbortSignal, purpose?: Purpose): Promise<(Embedding | null)[]>;
  /** The clusters of texts like this one, the nearest first. */
  nearestClusters(vector: Int8Array, count: number): Promise<number[]>;
}

/** The endpoint or the model does not answer, or answers wrongly. The message is for the operator. */
export class EmbeddingsUnavailable extends Error {
  override name = 'EmbeddingsUnavailable';
}
