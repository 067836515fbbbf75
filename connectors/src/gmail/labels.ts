import type { RemoteId } from '../kit/remote.ts';
import type { Channel, MessageMarks } from '../kit/threads.ts';
import type { GmailLabel, GmailMessage } from './gateway.ts';

/** Everything but spam, trash and drafts: mail that was archived is in no other channel. No label of Gmail's. */
export const ALL_MAIL = 'ALL_MAIL' as RemoteId;

/** Gmail's own labels that are places. Others are marks (UNREAD, STARRED), tabs (CATEGORY_…), or drafts. */
const places: Readonly<Record<string, string>> = { INBOX: 'Inbox', SENT: 'Sent', SPAM: 'Spam', TRASH: 'Trash' };
const isOff = (id: string) => id === 'SPAM' || id === 'TRASH';
/** The ids of people's labels are never in capitals only. */
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

/** Drafts change with every word that is typed, and are nobody's mail yet. */
export const isDraft = ({ labelIds }: GmailMessage): boolean => labelIds?.includes('DRAFT') ?? false;

/** What is spam or in the trash is nowhere else, whatever labels it still has. */
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

/** How the messages of a channel are listed. */
export const listOf = (channel: RemoteId): { labelIds?: string; includeSpamTrash?: 'true' } =>
  channel === ALL_MAIL ? {} : { labelIds: channel, ...(isOff(channel) && { includeSpamTrash: 'true' as const }) };
