export interface StoredContent {
  sha256: Buffer;
  size: number;
}

export interface StoreOptions {
  keyOf(sha256: Buffer): string;
  /** Asked between reading and storing; throws if the content is not what was expected. */
  check?(content: StoredContent): Promise<void> | void;
}
