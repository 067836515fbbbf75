import type { ConnectorError } from './errors.ts';
import type { Hashes } from './hashes/hashes.ts';
import type { Checkpoint, Cursor, Download, NotIncluded, Page, ReadOptions, RemoteId, UploadHandle } from './remote.ts';
import type { ThreadReads } from './threads.ts';

export type * from './remote.ts';

/** An opened account. A member that is absent is not supported; nothing throws "not implemented". */
export interface Session extends AsyncDisposable {
  identity(): Promise<{ remoteUserId: string; label: string; email?: string }>;
  files?: FileReads;
  writes?: FileWrites;
  threads?: ThreadReads;
  quota?(): Promise<{ used: number | null; total: number | null }>;
}

export type Scope = { mode: 'all' } | { mode: 'selected'; roots: readonly RemoteId[] };

export interface Listing<Item> {
  /**
   * Lists everything in scope, in any order, possibly repeatedly; batches of some hundred to some thousand items. The
   * caller stores items and checkpoint in one transaction, so a crash resumes at the batch.
   */
  enumerate(scope: Scope, options: EnumerateOptions): AsyncIterable<Batch<Item>>;
  changes?: ChangeFeed<Item>;
}

export interface EnumerateOptions {
  /** Where to resume an interrupted enumeration; null starts at the beginning. */
  from: Checkpoint | null;
  signal: AbortSignal;
  /**
   * Revisions of folders after the last complete enumeration, so that unchanged subtrees can be skipped if the source
   * has such revisions. Never those stored by this enumeration: a folder that was reported before an interruption has
   * not been walked yet.
   */
  known?(folders: readonly RemoteId[]): Promise<ReadonlyMap<RemoteId, string>>;
  /**
   * Returns some hundred ids of stored items in scope that this enumeration has not reported so far, in order, after
   * the given one; none at the end. Sources whose lists can have gaps report those that still exist, so that nothing
   * counts as deleted because a list left it out.
   */
  unseen?(after: RemoteId | null): Promise<readonly RemoteId[]>;
}

export interface Batch<Item> {
  items: readonly Item[];
  /** One bad item never stops the rest. */
  failures: readonly { id: RemoteId; error: ConnectorError }[];
  /** Everything stored at and below these stays: nothing changed there since `known`, or it couldn’t be checked. */
  unchanged: readonly RemoteId[];
  notIncluded?: readonly NotIncluded[];
  checkpoint: Checkpoint;
}

export interface ChangeFeed<Item> {
  /** Taken before enumerate, so that nothing falls between the two. */
  start(scope: Scope): Promise<Cursor>;
  /** Ends when all changes so far have been reported. */
  since(at: Cursor, signal: AbortSignal, options?: ChangeOptions): AsyncIterable<ChangePage<Item>>;
  /** Requests push messages that only mean “call since()”; each carries the hook’s name and secret. */
  watch?(hook: { name: string; url: URL; secret: string }): Promise<{ id: string; expiresAt: Date }>;
  unwatch?(id: string): Promise<void>;
}

export interface ChangeOptions {
  /**
   * Returns some hundred ids of stored items below a folder, in order, after the given one; none at the end. For
   * folders without a feed, which are walked to find deleted items.
   */
  stored?(folder: RemoteId, after: RemoteId | null): Promise<readonly RemoteId[]>;
}

export interface ChangePage<Item> {
  changes: readonly Change<Item>[];
  notIncluded?: readonly NotIncluded[];
  cursor: Cursor;
}

/**
 * A rename or a move is an upsert. `gone` comes from sources that report deletions by path: everything last reported at
 * or below that path is deleted, unless the feed reports it again later. So it takes effect only when the feed has ended.
 */
export type Change<Item> =
  | { kind: 'upsert'; item: Item }
  | { kind: 'delete'; id: RemoteId }
  | { kind: 'gone'; path: string };

export interface RemoteItem {
  id: RemoteId;
  parentId: RemoteId | null;
  name: string;
  /** A native item has no bytes of its own and is exported. A link has none at all: a shortcut, a form, a symlink. */
  kind: 'file' | 'folder' | 'native' | 'link';
  mimeType: string | null;
  /** Null if unknown, never 0. */
  size: number | null;
  modifiedAt: Date | null;
  /** Differs whenever the bytes may differ; for a folder, if the source supports it, when anything below may differ. */
  revision: string;
  hashes: Hashes;
  /** The path of the item, at sources whose feed reports deletions by path. */
  path?: string;
  /** MIME types a native item can be exported to, best first. */
  exports?: readonly string[];
  ownerName?: string;
  webUrl?: string;
  /** Summary of a thread of messages, which is exported as a page. */
  conversation?: Conversation;
  /** The thread of an attachment. */
  threadId?: RemoteId;
}

export interface Conversation {
  kind: 'mail' | 'chat';
  messages: number;
  unread: number;
  flagged: boolean;
  /** The authors in order of appearance; `others` more are not named. */
  people: readonly string[];
  others: number;
  first_at: string;
}

export interface FileReads extends Listing<RemoteItem> {
  /** Lists one folder, for a person to choose from. */
  browse(parent: RemoteId | null, page: Cursor | null): Promise<Page<RemoteItem>>;
  stat(id: RemoteId): Promise<RemoteItem>;
  download(id: RemoteId, options?: ReadOptions): Promise<Download>;
  export?(id: RemoteId, mimeType: string, options?: ReadOptions): Promise<Download>;
  /** For a file picker hosted by the provider. */
  pickerToken?(): Promise<{ token: string; expiresAt: Date }>;
}

export interface Expected {
  size: number;
  hashes: Hashes;
  /** The caller reads the file back at once, and accepts it already opened (`Finished.opened`). */
  open?: boolean;
}

export interface Finished extends RemoteItem {
  /** A download of the file, if the source had to request it anyway; must be read to the end or destroyed. */
  opened?: Download;
  /**
   * Whether it equals what was sent: it was read back during the upload, or the source confirmed a hash of every chunk.
   */
  isReadBack?: boolean;
}

/** The source’s answer to one chunk, which has to be given at the end. */
export interface Receipt {
  offset: number;
  length: number;
  value: string;
}

/**
 * The receipts of one upload, for sources that require all of them at the end (the part ETags of S3), because a handle
 * is too small for thousands. The caller stores them beside the handle, so they survive a restart too.
 */
export interface Receipts {
  /** Resolves once it is stored. Replaces a receipt for the same offset. */
  keep(receipt: Receipt): Promise<void>;
  /** All receipts ordered by offset; at most as many as there are chunks. */
  all(): Promise<readonly Receipt[]>;
}

/**
 * The state of an upload is in its handle and its receipts, so it survives a restart. If no receipts are given, a
 * source that needs them keeps them until its session ends.
 */
export interface FileWrites {
  begin(to: {
    parentId: RemoteId | null;
    name: string;
    size: number;
    mimeType: string;
    modifiedAt?: Date;
  }): Promise<UploadHandle>;
  /** The number of bytes that the source has; requested after every crash. */
  received(upload: UploadHandle, receipts?: Receipts): Promise<number>;
  /** The memory of the bytes may be reused once the next `put` has resolved; that of the last one after its own. */
  put(
    upload: UploadHandle,
    chunk: { offset: number; bytes: Uint8Array; last: boolean },
    receipts?: Receipts,
  ): Promise<UploadHandle>;
  /** Completes the upload. A mismatch is `corrupt`, and the file is removed. */
  finish(upload: UploadHandle, expected: Expected, receipts?: Receipts): Promise<Finished>;
  /** Removes what was sent, even if it has become a file already, unless that is the one to keep. */
  abort(upload: UploadHandle, keep?: RemoteId): Promise<void>;
  /** An existing folder counts as success. */
  mkdir(parent: RemoteId | null, name: string): Promise<RemoteItem>;
  /** An item that no longer exists counts as success. */
  delete(id: RemoteId): Promise<void>;
  trash?(id: RemoteId): Promise<void>;
  /** Restores from the trash to the original folder, or to the top if that is gone. */
  restore?(id: RemoteId): Promise<RemoteItem>;
  /** A parent of null is the top; without a parent, the item stays in its folder. */
  move?(id: RemoteId, to: { parentId?: RemoteId | null; name?: string }): Promise<RemoteItem>;
  /** Copies within the source itself. */
  copy?(id: RemoteId, to: { parentId: RemoteId | null; name: string }): Promise<RemoteItem>;
}
