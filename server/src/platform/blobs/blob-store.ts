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

  /** Many small blobs at once, each whole or not at all; when the promise resolves all of them are durable. */
  putAll(blobs: readonly { key: string; bytes: Uint8Array }[]): Promise<void>;

  /** A folder for files that grow before their key is known. */
  readonly spoolDir: string;

  /** Makes a durable file of spoolDir the blob, without another copy where that can be; the file is gone afterwards. */
  adopt(key: string, file: string): Promise<void>;

  /** Blobs that come in pieces, over several requests. */
  readonly growing: GrowingBlobs;

  /**
   * Null when there is none. `size` is of the whole blob. `end` is included, as in HTTP; a range is cut to what is
   * there, and one that starts behind the end gives an empty body. The body must be read or destroyed. `chunkBytes`:
   * so much is read at once, where that can be chosen.
   */
  get(key: string, o?: { range?: ByteRange; chunkBytes?: number }): Promise<{ body: Readable; size: number } | null>;

  head(key: string): Promise<BlobInfo | null>;

  /** The file a blob is, to be read and nothing else; only where blobs are files. It may be absent. */
  fileOf?(key: string): string;

  /** An address at which the store itself gives the blob for some minutes; only where it has such. */
  link?(key: string, as: { type: string; disposition: string }): Promise<string>;

  /** Absent is success. */
  delete(key: string): Promise<void>;

  /** Many at once, in as few requests as the store allows; where it throws, some may be gone. */
  deleteAll(keys: readonly string[]): Promise<void>;

  /** Every blob whose key begins with the prefix, in no particular order, read as it goes; '' is all of them. */
  list(prefix: string): AsyncIterable<BlobInfo & { key: string }>;

  /** Writes a probe; throws an error whose message is one sentence for an operator when that fails. */
  ready(): Promise<void>;

  close(): Promise<void>;
}

export interface ByteRange {
  start: number;
  end?: number;
}

/** How long a write may have been silent before what it left behind is taken for the remains of a dead process. */
export const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

/** Larger reads than Node's 64 KiB: fewer turns of the event loop for every megabyte that is sent. */
export const READ_CHUNK_BYTES = 262_144;
