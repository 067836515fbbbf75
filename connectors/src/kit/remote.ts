import type { Readable } from 'node:stream';
import type { Hashes } from './hashes/hashes.ts';

/** Strings that only the connector that made them can read: JSON-safe, at most 16 KiB; those of change feeds 256 KiB. */
type Opaque<Kind extends string> = string & { readonly [Key in Kind]: never };
export type RemoteId = Opaque<'$id'>;
/** A position in one enumeration. */
export type Checkpoint = Opaque<'$checkpoint'>;
/** A position in a change feed or a list of pages. */
export type Cursor = Opaque<'$cursor'>;
export type UploadHandle = Opaque<'$upload'>;

export interface Page<Item> {
  items: readonly Item[];
  next: Cursor | null;
}

/**
 * Something of the account that a limit leaves out, and why, in words for its owner: { what: 'shared drives', count: 3, why:
 * 'Sheaf reads …' }. It replaces what was said about the same thing before; a count of 0 takes it back.
 */
export interface NotIncluded {
  what: string;
  count: number;
  why: string;
}

export interface ReadOptions {
  range?: { start: number; end?: number };
  signal?: AbortSignal;
}

export interface Download {
  body: Readable;
  size: number | null;
  /** 0 where the source ignored the range. */
  startsAt: number;
  revision: string;
  hashes: Hashes;
  /** The source serves other bytes than it describes, so that the hashes of its lists say nothing about them. */
  isUndescribed?: true;
}
