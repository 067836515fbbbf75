import type { Readable } from 'node:stream';
import type { ConnectorError } from './errors.ts';
import type { Hashes } from './hashes.ts';

/** Strings that only the connector which made them can read: JSON-safe, at most 16 KiB. */
type Opaque<Kind extends string> = string & { readonly [Key in Kind]: never };
export type RemoteId = Opaque<'$id'>;
/** A place inside one enumeration. */
export type Checkpoint = Opaque<'$checkpoint'>;
/** A place in a change feed or a list of pages. */
export type Cursor = Opaque<'$cursor'>;
export type UploadHandle = Opaque<'$upload'>;

/** An opened account. What is absent, it cannot do; nothing throws "not implemented". */
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
   * Everything in scope, in any order, repeats allowed; batches of some hundred to some thousand items. The caller
   * stores items and checkpoint in one transaction, so a crash resumes at the batch.
   */
  enumerate(scope: Scope, options: EnumerateOptions): AsyncIterable<Batch<Item>>;
  changes?: ChangeFeed<Item>;
}

export interface EnumerateOptions {
  /** Where an interrupted enumeration goes on; null begins. */
  from: Checkpoint | null;
  signal: AbortSignal;
  /**
   * Revisions of folders as the last complete enumeration left them, to skip whole subtrees where the source tells them
   * apart. Never as this enumeration stored them: a folder told before an interruption has not been walked yet.
   */
  known?(folders: readonly RemoteId[]): Promise<ReadonlyMap<RemoteId, string>>;
}

export interface Batch<Item> {
  items: readonly Item[];
  /** One bad item never stops the rest. */
  failures: readonly { id: RemoteId; error: ConnectorError }[];
  /** Folders below which nothing changed since `known`: everything stored below them still stands. */
  unchanged: readonly RemoteId[];
  checkpoint: Checkpoint;
}

export interface ChangeFeed<Item> {
  /** Taken before enumerate, so that nothing falls between the two. */
  start(scope: Scope): Promise<Cursor>;
  /** Ends when everything so far has been told. */
  since(at: Cursor, signal: AbortSignal): AsyncIterable<{ changes: readonly Change<Item>[]; cursor: Cursor }>;
  /** A push that only hints "call since()"; every one names the hook and brings its secret. */
  watch?(hook: { name: string; url: URL; secret: string }): Promise<{ id: string; expiresAt: Date }>;
  unwatch?(id: string): Promise<void>;
}

/**
 * A rename or a move is an upsert. `gone`, of sources that tell deletions by path: whatever was last told to be at the
 * path or below it, unless the feed tells of it again further on; to be believed only when the feed has ended.
 */
export type Change<Item> =
  | { kind: 'upsert'; item: Item }
  | { kind: 'delete'; id: RemoteId }
  | { kind: 'gone'; path: string };

export interface RemoteItem {
  id: RemoteId;
  parentId: RemoteId | null;
  name: string;
  /** A native item has no bytes of its own: it is exported. A link has none at all: a shortcut, a form, a symlink. */
  kind: 'file' | 'folder' | 'native' | 'link';
  mimeType: string | null;
  /** null is unknown, never 0. */
  size: number | null;
  modifiedAt: Date | null;
  /** Differs whenever the bytes may differ; of a folder, where the source has it, whenever anything below may differ. */
  revision: string;
  hashes: Hashes;
  /** Where it is, of sources whose feed tells deletions by path. */
  path?: string;
  /** MIME types a native item can be exported to, best first. */
  exports?: readonly string[];
  ownerName?: string;
  webUrl?: string;
}

export interface Page<Item> {
  items: readonly Item[];
  next: Cursor | null;
}

export interface FileReads extends Listing<RemoteItem> {
  /** One folder, for choosing. */
  browse(parent: RemoteId | null, page: Cursor | null): Promise<Page<RemoteItem>>;
  stat(id: RemoteId): Promise<RemoteItem>;
  download(id: RemoteId, options?: ReadOptions): Promise<Download>;
  export?(id: RemoteId, mimeType: string, options?: ReadOptions): Promise<Download>;
  /** For a picker that the provider hosts. */
  pickerToken?(): Promise<{ token: string; expiresAt: Date }>;
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
}

export interface Expected {
  size: number;
  hashes: Hashes;
  /** Whoever asks for it reads the file back at once, and is ready to find it opened. */
  open?: boolean;
}

export interface Finished extends RemoteItem {
  /** The file as it is now, where a source had to ask for it anyway; has to be read to the end or destroyed. */
  opened?: Download;
  /** All of it was read back while it was sent, and is what was sent. */
  isReadBack?: boolean;
}

/** An upload is data in its handle, so it survives a restart. */
export interface FileWrites {
  begin(to: {
    parentId: RemoteId | null;
    name: string;
    size: number;
    mimeType: string;
    modifiedAt?: Date;
  }): Promise<UploadHandle>;
  /** How far it got; asked after every crash. */
  received(upload: UploadHandle): Promise<number>;
  /** The memory of the bytes may be used again once the put after it has resolved, or the last one. */
  put(upload: UploadHandle, chunk: { offset: number; bytes: Uint8Array; last: boolean }): Promise<UploadHandle>;
  /** A mismatch is `corrupt`, and nothing stays behind. */
  finish(upload: UploadHandle, expected: Expected): Promise<Finished>;
  abort(upload: UploadHandle): Promise<void>;
  /** One that exists already is success. */
  mkdir(parent: RemoteId | null, name: string): Promise<RemoteItem>;
  /** Already gone is success. */
  delete(id: RemoteId): Promise<void>;
  trash?(id: RemoteId): Promise<void>;
  move?(id: RemoteId, to: { parentId?: RemoteId; name?: string }): Promise<RemoteItem>;
  /** Server-side. */
  copy?(id: RemoteId, to: { parentId: RemoteId | null; name: string }): Promise<RemoteItem>;
}

/** Chats and mail: channel or mailbox, thread, message. */
export interface ThreadReads extends Listing<Thread> {
  channels(page: Cursor | null): Promise<Page<{ id: RemoteId; name: string; isPrivate: boolean }>>;
  messages(thread: RemoteId, page: Cursor | null): Promise<Page<Message>>;
  attachment(message: RemoteId, id: string, options?: ReadOptions): Promise<Download>;
}

export interface Thread {
  id: RemoteId;
  channelId: RemoteId;
  title: string;
  revision: string;
  lastMessageAt: Date;
}

export interface Message {
  id: RemoteId;
  author: { name: string; email?: string };
  sentAt: Date;
  body: { type: 'text' | 'html'; value: string };
  attachments: readonly { id: string; name: string; mimeType: string; size: number | null }[];
}
