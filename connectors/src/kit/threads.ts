import type { ConnectorError } from './errors.ts';
import type { Cursor, Download, Page, ReadOptions, RemoteId } from './remote.ts';

/**
 * Chats and mail. A channel (of Slack), label (of Gmail) or mailbox (of IMAP) has messages; messages of one thread make
 * one document.
 */
export interface ThreadReads {
  /** The channels that people choose from and that messages name. */
  channels(page: Cursor | null): Promise<Page<Channel>>;
  /**
   * The messages of a channel: all of them, newest first if the source can, and after that those added, edited or
   * deleted since the cursor. Ends when it is up to date. The caller stores a batch and its cursor in one transaction,
   * so every cursor resumes where the next batch begins. An invalid cursor is `cursor_expired`: the caller starts over
   * at null.
   */
  messages(channel: RemoteId, options: MessagesOptions): AsyncIterable<MessageBatch>;
  /** One feed for all channels, at sources that have it: it keeps up to date what `messages` has read once. */
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
   * Requests push messages that only mean “read on”, as in a change feed of files. Null if the operator has not
   * configured what the source needs for them.
   */
  watch?(hook: { name: string; url: URL; secret: string }): Promise<{ id: string; expiresAt: Date } | null>;
  unwatch?(id: string): Promise<void>;
  /** A connection that stays open and yields whenever a channel may have changed. Ends when the source closes it. */
  listen?(channels: readonly RemoteId[], signal: AbortSignal): AsyncIterable<void>;
}

export interface Channel {
  id: RemoteId;
  /** The name for people: '#general', 'Inbox', 'Ada Lovelace'. */
  name: string;
  isPrivate: boolean;
  /** Left out unless a person selects it: spam, trash, archived channels. */
  isOff?: boolean;
}

export interface MessagesOptions {
  /** Null starts at the beginning. */
  from: Cursor | null;
  signal: AbortSignal;
  /**
   * Returns which of these messages the caller has completely; they need not be fetched again, only named in `present`.
   */
  known(ids: readonly RemoteId[]): Promise<ReadonlySet<RemoteId>>;
  /**
   * Returns the caller’s messages of the channel: those sent in a period, or in some threads. For sources that don’t
   * report deletions and compare one part at a time.
   */
  stored?(which: { from: Date; before: Date } | { threads: readonly RemoteId[] }): Promise<readonly RemoteId[]>;
}

export interface MessageBatch {
  /** Complete new and edited messages: at most some hundred, and some megabytes. */
  messages: readonly Message[];
  /** Messages whose marks or channels have changed. */
  marked: readonly MessageMarks[];
  /** Messages that no longer exist anywhere in the account. */
  deleted: readonly RemoteId[];
  /** All messages that the channel still has, sent at `since` or later (null: ever). Others have left it. */
  present?: { since: Date | null; ids: readonly RemoteId[] };
  failures: readonly { id: RemoteId; error: ConnectorError }[];
  cursor: Cursor;
}

export interface MessageMarks {
  id: RemoteId;
  /** Every channel it is in, the main one first. */
  channelIds: readonly RemoteId[];
  isUnread: boolean;
  isFlagged: boolean;
}

export interface Message extends MessageMarks {
  /** Its title is that of its first message. */
  thread: { id: RemoteId; title: string };
  author: Correspondent;
  /** The recipients of a mail; empty in chats. */
  recipients: readonly (Correspondent & { as: 'to' | 'cc' | 'bcc' })[];
  sentAt: Date;
  /** For an answer that is shown below the message it answers, however late it came: when that message was sent. */
  answersAt?: Date;
  editedAt?: Date;
  /** At most a mebibyte; the connector attaches longer texts. HTML is not sanitized. */
  body: { type: 'text' | 'html'; value: string };
  attachments: readonly Attachment[];
  webUrl?: string;
}

export interface Correspondent {
  /** The source’s own id, if it has one. */
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
  /** The Content-ID by which the body shows it; it is then no document of its own. */
  contentId?: string;
}
