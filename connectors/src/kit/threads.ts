import type { ConnectorError } from './errors.ts';
import type { Cursor, Download, Page, ReadOptions, RemoteId } from './remote.ts';

/**
 * Chats and mail. A channel (of Slack), label (of Gmail) or mailbox (of IMAP) has messages; messages of one thread make
 * one document.
 */
export interface ThreadReads {
  /** What people choose from, and what the messages name. */
  channels(page: Cursor | null): Promise<Page<Channel>>;
  /**
   * The messages of a channel: all of them, newest first where the source can, and from then on what was added, edited
   * or deleted since the cursor. Ends when it is up to date. The caller stores a batch and its cursor in one
   * transaction, so every cursor resumes where the next batch begins. A cursor that means nothing any more is
   * `cursor_expired`: the caller begins at null.
   */
  messages(channel: RemoteId, options: MessagesOptions): AsyncIterable<MessageBatch>;
  /** One feed for all channels, at sources that have it: what `messages` has read once is kept up to date by it. */
  changes?: {
    /** Taken before the channels are read, so that nothing falls between the two. */
    start(): Promise<Cursor>;
    /** Ends when all changes so far have been reported. Also names messages of channels that were not chosen. */
    since(at: Cursor, signal: AbortSignal): AsyncIterable<MessageBatch>;
  };
  attachment(message: RemoteId, id: string, options?: ReadOptions): Promise<Download>;
  /** The message as it was sent (RFC 5322). */
  raw?(message: RemoteId, options?: ReadOptions): Promise<Download>;
  /**
   * Asks for push messages that only mean "read on"; as in a change feed of files. Null where the operator has not set up
   * what the source needs for them.
   */
  watch?(hook: { name: string; url: URL; secret: string }): Promise<{ id: string; expiresAt: Date } | null>;
  unwatch?(id: string): Promise<void>;
  /** A connection that stays open, and yields whenever a channel may have changed. Ends when the source ends it. */
  listen?(channels: readonly RemoteId[], signal: AbortSignal): AsyncIterable<void>;
}

export interface Channel {
  id: RemoteId;
  /** As people know it: '#general', 'Inbox', 'Ada Lovelace'. */
  name: string;
  isPrivate: boolean;
  /** Left out unless a person chooses it: spam, trash, archived channels. */
  isOff?: boolean;
}

export interface MessagesOptions {
  /** null: from the beginning. */
  from: Cursor | null;
  signal: AbortSignal;
  /** Which of these messages the caller has already, whole; they need not be fetched again, only named in `present`. */
  known(ids: readonly RemoteId[]): Promise<ReadonlySet<RemoteId>>;
  /**
   * What the caller has of the channel: sent from one time to before another, or in some threads. For sources that do not
   * report deletions, and compare a part at a time.
   */
  stored?(which: { from: Date; before: Date } | { threads: readonly RemoteId[] }): Promise<readonly RemoteId[]>;
}

export interface MessageBatch {
  /** New and edited ones, whole: at most some hundred, and some megabytes. */
  messages: readonly Message[];
  /** Messages that are where they were but are marked otherwise, or are in other channels. */
  marked: readonly MessageMarks[];
  /** Messages that no longer exist anywhere in the account. */
  deleted: readonly RemoteId[];
  /** All that the channel being read still has, sent at `since` or later (null: ever). Others have left it. */
  present?: { since: Date | null; ids: readonly RemoteId[] };
  failures: readonly { id: RemoteId; error: ConnectorError }[];
  cursor: Cursor;
}

export interface MessageMarks {
  id: RemoteId;
  /** Every channel it is in, the one people would look in first. */
  channelIds: readonly RemoteId[];
  isUnread: boolean;
  isFlagged: boolean;
}

export interface Message extends MessageMarks {
  /** Its title is that of the message that begins it. */
  thread: { id: RemoteId; title: string };
  author: Correspondent;
  /** Of mail; empty in chats. */
  recipients: readonly (Correspondent & { as: 'to' | 'cc' | 'bcc' })[];
  sentAt: Date;
  /** Of an answer that stands below the message it answers, however late it came: when that one was sent. */
  answersAt?: Date;
  editedAt?: Date;
  /** At most a mebibyte; the connector makes an attachment of what is longer. HTML is as hostile as it came. */
  body: { type: 'text' | 'html'; value: string };
  attachments: readonly Attachment[];
  webUrl?: string;
}

export interface Correspondent {
  /** The source's own, where it has one. */
  id?: string;
  name: string;
  address?: string;
  avatarUrl?: string;
}

export interface Attachment {
  /** Stable: the same in every read of the message. */
  id: string;
  name: string;
  mimeType: string | null;
  size: number | null;
  /** Shown inside the body by this Content-ID, and no document of its own. */
  contentId?: string;
}
