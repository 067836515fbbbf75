/** What a text is about, as it is stored with a passage. */
export interface Embedding {
  /** Its direction counts, not its length. */
  vector: Int8Array;
  /** 256 bits for a first, quick choice, as PostgreSQL reads a bit string. */
  code: string;
  /** The group of texts it stands among. */
  cluster: number;
}

/** Turns texts into meanings. Only those of one embedder can be compared. */
export interface Embedder {
  /** Stored with every vector: whatever has another one is embedded anew. */
  id: string;
  /** ISO 639-1; null where the language of the text could not be recognised. */
  canEmbed(language: string | null): boolean;
  /** In the same order; null where a text says nothing. Bulk work belongs in a process that answers no requests. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<(Embedding | null)[]>;
  /** The clusters in which texts like this one are, the nearest first. */
  nearestClusters(vector: Int8Array, count: number): Promise<number[]>;
}
