import type { AccountContext } from '../../connector.ts';

/** One account of a source of messages, and other people who write in it. */
export interface ThreadWorld {
  account: AccountContext;
  outside: ThreadOutside;
  stop(): Promise<void>;
}

/** Keys are of the world's own making; tests only hand them back. */
export interface ThreadOutside {
  /** A new channel, label or mailbox; answers the name under which `channels` lists it. */
  addChannel(name: string): Promise<string>;
  /** A message that begins a thread, or answers another; in the channel of that name. Each is later than the last. */
  post(channel: string, message: Posted): Promise<string>;
  /** Absent where messages cannot be edited. */
  edit?(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Marks it as read or unread; absent where the source does not say. */
  markRead?(key: string, isRead: boolean): Promise<void>;
  /** Adds it to another channel; absent where a message is in exactly one. */
  file?(key: string, channel: string): Promise<void>;
}

export interface Posted {
  /** Of mail. Chats have none. */
  subject?: string;
  text: string;
  answers?: string;
  attachment?: { name: string; mimeType: string; bytes: Uint8Array };
}
