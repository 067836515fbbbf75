import type { Readable } from 'node:stream';
import type { GrowingBlobs } from './growing/growing-blobs.ts';

export interface BlobInfo {
  size: number;
  modifiedAt: Date;
}

/**
 * Bytes by key, on disk or in S3; the one conformance suite holds both to this text.
 *
 * A key is made of segments of [a-z0-9._-] separated by '/', at most 512 characters long; any other is a bug of the
 * caller and throws TypeError. No key may be the folder of another: beside `a/b` there is no `a`.
 */
export interface BlobStore {
  /**
   * Stores a blob whole or not at all; the same key again replaces it at once, and readers of the old one finish it.
   * When the promise resolves the bytes are durable. A stream that fails or an abort rejects with that error and leaves
   * no trace, the stream destroyed; an abort after the last byte was taken may come too late, and then the put succeeds.
   */
  put(
    key: string,
    body: Readable | Uint8Array,
    o?: { contentType?: string; signal?: AbortSignal },
  ): Promise<{ size: number }>;

  /** Stores many small blobs at once, each whole or not at all; when the promise resolves all of them are durable. */
  putAll(blobs: readonly { key: string; bytes: Uint8Array }[]): Promise<void>;

  /** A folder for files that grow before their key is known. */
  readonly spoolDir: string;

  /** Makes a durable file of spoolDir the blob, without copying it if possible; the file is gone afterwards. */
  adopt(key: string, file: string): Promise<void>;

  /** Blobs that arrive in pieces, over several requests. */
  readonly growing: GrowingBlobs;

  /**
   * Null if it doesn't exist. `size` is that of the whole blob. `end` is included, as in HTTP; a range is cut to the
   * existing bytes, and one that starts behind the end gives an empty body. The body must be read or destroyed.
   * `chunkBytes` is how much is read at once, if the store can choose.
   */
  get(key: string, o?: { range?: ByteRange; chunkBytes?: number }): Promise<{ body: Readable; size: number } | null>;

  head(key: string): Promise<BlobInfo | null>;

  /** The file of a blob, for reading only; undefined unless blobs are files. It may be absent. */
  fileOf?(key: string): string;

  /** An address at which the store itself serves the blob for some minutes, if it can. */
  link?(key: string, as: { type: string; disposition: string }): Promise<string>;

  /** Succeeds if the blob is absent. */
  delete(key: string): Promise<void>;

  /** Deletes many at once, in as few requests as the store allows; if it throws, some may be gone. */
  deleteAll(keys: readonly string[]): Promise<void>;

  /** Lists blobs whose keys start with the prefix, in no particular order, while it is read; '' lists all. */
  list(prefix: string): AsyncIterable<BlobInfo & { key: string }>;

  /** Writes a probe; rejects with an error whose message is one sentence for an operator. */
  ready(): Promise<void>;

  close(): Promise<void>;
}

export interface ByteRange {
  start: number;
  end?: number;
}

/** How long a write may be silent before its remains count as those of a dead process. */
export const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

/** Larger reads than Node's 64 KiB: fewer turns of the event loop per megabyte. */
export const READ_CHUNK_BYTES = 262_144;
