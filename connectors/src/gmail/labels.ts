import type { RemoteId } from '../kit/remote.ts';
import type { Channel, MessageMarks } from '../kit/threads.ts';
import type { GmailLabel, GmailMessage } from './gateway.ts';

/** All mail but spam, trash and drafts; archived mail is in no other channel. Not a label of Gmail’s. */
export const ALL_MAIL = 'ALL_MAIL' as RemoteId;

/** Gmail’s own labels that work as folders. Others are marks (UNREAD, STARRED), tabs (CATEGORY_…), or drafts. */
const places: Readonly<Record<string, string>> = { INBOX: 'Inbox', SENT: 'Sent', SPAM: 'Spam', TRASH: 'Trash' };
const isOff = (id: string) => id === 'SPAM' || id === 'TRASH';
/** Ids of people’s own labels are never in capitals only. */
const isOwn = (id: string) => !/^[A-Z_]+$/.test(id);
export const isChannel = (id: string): boolean => isOwn(id) || id in places;

export const toChannels = (labels: readonly GmailLabel[]): Channel[] => {
  const own = labels.filter(({ id, type }) => type !== 'system' && isOwn(id!));
  const system = (id: string, name: string): Channel => ({
    id: id as RemoteId,
    name,
    isPrivate: true,
    ...(isOff(id) && { isOff: true }),
  });
  return [
    system('INBOX', places.INBOX!),
    system('SENT', places.SENT!),
    ...own.map(({ id, name }) => system(id!, name ?? id!)).sort((a, b) => a.name.localeCompare(b.name, 'en')),
    system(ALL_MAIL, 'All mail'),
    system('SPAM', places.SPAM!),
    system('TRASH', places.TRASH!),
  ];
};

/** Drafts change with every keystroke and have not been sent. */
export const isDraft = ({ labelIds }: GmailMessage): boolean => labelIds?.includes('DRAFT') ?? false;

/** Spam and trashed mail is in no other channel, whatever labels it still has. */
export function toMarks({ id, labelIds }: GmailMessage): MessageMarks {
  const all = labelIds ?? [];
  const off = all.filter(isOff);
  const inside = (wanted: (label: string) => boolean) => all.filter((label) => isChannel(label) && wanted(label));
  const channels =
    off.length > 0
      ? off
      : [...inside((label) => label === 'INBOX'), ...inside(isOwn), ...inside((label) => label === 'SENT'), ALL_MAIL];
  return {
    id: id as RemoteId,
    channelIds: channels as RemoteId[],
    isUnread: all.includes('UNREAD'),
    isFlagged: all.includes('STARRED'),
  };
}

/** The query that lists a channel’s messages. */
export const listOf = (channel: RemoteId): { labelIds?: string; includeSpamTrash?: 'true' } =>
  channel === ALL_MAIL ? {} : { labelIds: channel, ...(isOff(channel) && { includeSpamTrash: 'true' as const }) };
