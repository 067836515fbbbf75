import type { AccountContext } from '../../connector.ts';

/** An account at a source of messages, and other people who write in it. */
export interface ThreadWorld {
  account: AccountContext;
  outside: ThreadOutside;
  stop(): Promise<void>;
}

/** The world makes the keys; tests only pass them back. */
export interface ThreadOutside {
  /** Creates a channel, label or mailbox; returns the name under which `channels` lists it. */
  addChannel(name: string): Promise<string>;
  /**
   * Sends a message that starts a thread or answers another, in the channel of that name. Each is later than the last.
   */
  post(channel: string, message: Posted): Promise<string>;
  /** Absent if messages can’t be edited. */
  edit?(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Marks it as read or unread; absent if the source doesn’t report that. */
  markRead?(key: string, isRead: boolean): Promise<void>;
  /** Adds it to another channel; absent if a message is in exactly one. */
  file?(key: string, channel: string): Promise<void>;
}

export interface Posted {
  /** The subject of a mail; chats have none. */
  subject?: string;
  text: string;
  answers?: string;
  attachment?: { name: string; mimeType: string; bytes: Uint8Array };
}
