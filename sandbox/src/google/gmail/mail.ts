import type { Letter } from '../../shared/mail/letter.ts';

/** A mail in somebody's mailbox. */
export interface Mail {
  readonly id: string;
  readonly threadId: string;
  /** Milliseconds, like `internalDate`. */
  readonly at: number;
  labelIds: readonly string[];
  /** The last change of its labels. */
  historyId: number;
  /** Generated when it is read, so that many mails need little memory. */
  letter(): Letter;
}

export interface Label {
  id: string;
  name: string;
  type: 'system' | 'user';
}

const system = (ids: readonly string[]): Label[] => ids.map((id) => ({ id, name: id, type: 'system' }));

export const systemLabels: readonly Label[] = system([
  'CHAT',
  'SENT',
  'INBOX',
  'IMPORTANT',
  'TRASH',
  'DRAFT',
  'SPAM',
  'CATEGORY_FORUMS',
  'CATEGORY_UPDATES',
  'CATEGORY_PERSONAL',
  'CATEGORY_PROMOTIONS',
  'CATEGORY_SOCIAL',
  'STARRED',
  'UNREAD',
]);

/** Labels whose mail lists leave out unless it is requested. */
export const isSpamOrTrash = ({ labelIds }: Mail): boolean => labelIds.includes('SPAM') || labelIds.includes('TRASH');
