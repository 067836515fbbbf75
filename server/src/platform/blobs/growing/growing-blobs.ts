import type { StoredContent, StoreOptions } from '../stored-content.ts';

/** Where bytes lie: the store's own words, which whoever appends keeps and gives back unchanged. */
export type Pieces = Record<string, unknown>;

/** A blob that is not complete, as far as it is on record. */
export interface GrowingBlob {
  id: string;
  /** Of the complete blob. */
  size: number;
  received: number;
  pieces: Pieces | null;
  /**
   * Rises whenever a process may be left that still writes without knowing that it was replaced. Each epoch writes to
   * places of its own, so whatever comes late changes nothing that is on record.
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
 * kept in memory between requests. The caller sees to it that at most one appends in each epoch, and puts on record what
 * the store answers; what is not on record does not count.
 */
export interface GrowingBlobs {
  /** Before the first bytes. */
  begin(id: string): Promise<void>;

  /** Whether this process finds the bytes that are on record: a folder may not be shared, or have been emptied. */
  isThere(blob: GrowingBlob): Promise<boolean>;

  /** Continues behind what is on record. Throws BytesLost where that is gone. */
  append(blob: GrowingBlob): Promise<Appender>;

  /** The complete blob under the key of its hash. May be repeated, until `remove`. Throws BytesLost. */
  store(blob: GrowingBlob, options: StoreOptions): Promise<StoredContent>;

  /** Removes the bytes. `unclean`: a process may have left some that are not on record. */
  remove(blob: GrowingBlob, o: { unclean: boolean }): Promise<void>;

  /** Whatever has been left alone since a moment, of the oldest blobs first where there are many. */
  leftovers(before: Date): AsyncIterable<Leftover>;
}

export interface Leftover {
  /** Of the blob it was a part of. */
  id: string;
  remove(): Promise<void>;
}

export interface Appender {
  /** Answers true when `certain` has something that must be put on record before more is written. */
  write(chunk: Buffer): Promise<boolean>;
  /** What is durable of what was written. */
  certain(): Promise<Certain>;
  /** Makes everything that was written durable. */
  settle(): Promise<Certain>;
  /** The last answer is on record: what it replaces may go. */
  recorded(): Promise<void>;
  /** Where all bytes are at hand anyway: stores them without making them durable first. */
  storeNow: ((options: StoreOptions) => Promise<StoredContent>) | null;
  /** A write has failed in a way that may still take effect: the epoch must rise. */
  readonly isDirty: boolean;
  close(): Promise<void>;
}

/** Bytes that are on record are not where they should be. */
export class BytesLost extends Error {
  override name = 'BytesLost';
}
