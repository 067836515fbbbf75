import type { Content } from '../../shared/content/content.ts';
import type { Written } from '../../shared/mail/letter.ts';

/** What Outlook can attach besides files: another item of the mailbox, or a link to a file in OneDrive. */
export type Extra =
  | { kind: 'message' | 'event'; name: string; content: Content }
  | { kind: 'reference'; name: string; mimeType: string };

/** A message in somebody's mailbox. */
export interface MailMessage {
  /** The immutable one; the usual id changes when the message moves. */
  readonly id: string;
  readonly conversationId: string;
  /** The number of messages above it in its conversation. */
  readonly depth: number;
  readonly at: number;
  readonly isDraft: boolean;
  readonly extras: readonly Extra[];
  folderId: string;
  isRead: boolean;
  isFlagged: boolean;
  /** Grows with every change. */
  version: number;
  /** Generated when it is read, so that many messages need little memory. */
  write(): Written;
}

export interface MailFolder {
  id: string;
  parentId: string;
  displayName: string;
  /** The name in addresses, such as `inbox`. */
  wellKnownName: string | null;
  isHidden: boolean;
  /** A search folder repeats messages of others. */
  isSearch: boolean;
}

/** A change of a folder, in its delta feed’s format; for a message marked as read, only the mark. */
export interface FolderChange {
  folderId: string;
  messageId: string;
  kind: 'changed' | 'read' | 'removed';
}
