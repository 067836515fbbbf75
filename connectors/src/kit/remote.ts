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
 * A part of the account that a limit leaves out, with the reason in words for its owner: { what: 'shared drives',
 * count: 3, why: 'Sheaf reads …' }. It replaces the previous statement about the same `what`; a count of 0 withdraws
 * it.
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
  /** 0 if the source ignored the range. */
  startsAt: number;
  revision: string;
  hashes: Hashes;
  /** The source’s bytes differ from its description, so the hashes of its lists don’t apply to them. */
  isUndescribed?: true;
}
