export interface StoredContent {
  sha256: Buffer;
  size: number;
}

export interface StoreOptions {
  keyOf(sha256: Buffer): string;
  /** Called between reading and storing; throws if the content is not the expected one. */
  check?(content: StoredContent): Promise<void> | void;
}
