import type { StoredContent, StoreOptions } from '../stored-content.ts';

/** Where the bytes are, in the store's own format. The caller keeps it and passes it back unchanged. */
export type Pieces = Record<string, unknown>;

/** An incomplete blob, as far as it is on record. */
export interface GrowingBlob {
  id: string;
  /** The size of the complete blob. */
  size: number;
  received: number;
  pieces: Pieces | null;
  /**
   * Rises whenever a process may remain that still writes without knowing that it was replaced. Each epoch writes to
   * separate places, so late writes change nothing that is on record.
   */
  epoch: number;
}

/** What will be kept once it is on record. */
export interface Certain {
  received: number;
  pieces: Pieces | null;
}

/**
 * Blobs that grow over several requests before their hash is known, each of which may reach another process. Nothing is
 * kept in memory between requests. The caller ensures that at most one request appends in each epoch, and records what
 * the store returns; what is not recorded does not count.
 */
export interface GrowingBlobs {
  /** Called before the first bytes. */
  begin(id: string): Promise<void>;

  /** Whether this process finds the recorded bytes: a folder may not be shared, or may have been emptied. */
  isThere(blob: GrowingBlob): Promise<boolean>;

  /** Continues after the recorded bytes. Throws BytesLost if they are gone. */
  append(blob: GrowingBlob): Promise<Appender>;

  /** Stores the complete blob under the key of its hash. May be repeated until `remove`. Throws BytesLost. */
  store(blob: GrowingBlob, options: StoreOptions): Promise<StoredContent>;

  /** Removes the bytes. `unclean`: a process may have left bytes that are not on record. */
  remove(blob: GrowingBlob, o: { unclean: boolean }): Promise<void>;

  /** Lists blobs that nobody has touched since a moment, the oldest first if there are many. */
  leftovers(before: Date): AsyncIterable<Leftover>;
}

export interface Leftover {
  /** The blob that it was a part of. */
  id: string;
  remove(): Promise<void>;
}

export interface Appender {
  /** Resolves to true if `certain` must be recorded before more is written. */
  write(chunk: Buffer): Promise<boolean>;
  /** The durable part of what was written. */
  certain(): Promise<Certain>;
  /** Makes everything written durable. */
  settle(): Promise<Certain>;
  /** Called when the last result is on record, so that what it replaces can be deleted. */
  recorded(): Promise<void>;
  /** Stores the blob without making its bytes durable first, if all of them are at hand. */
  storeNow: ((options: StoreOptions) => Promise<StoredContent>) | null;
  /** A write has failed in a way that may still take effect, so the epoch must rise. */
  readonly isDirty: boolean;
  close(): Promise<void>;
}

/** Recorded bytes are missing. */
export class BytesLost extends Error {
  override name = 'BytesLost';
}
