import type { RemoteId } from '../kit/session.ts';
import type { Attachment, Correspondent, Message } from '../kit/threads.ts';
import type { Directory } from './directory.ts';
import { dayOf, isTs, messageId, type Ts, timeOf } from './ids.ts';
import { bodyOf } from './text/body.ts';
import { attachmentOf } from './text/files.ts';
import { listOf, type SlackMessage, textOf } from './wire.ts';

/** The channel being read, as this person sees it. */
export interface ChannelView {
  id: string;
  /** '#general' or a person's name. */
  title: string;
  /** The workspace’s address on the web; '' if Slack doesn’t report it. */
  url: string;
  /** The account’s owner, who has read everything up to this message; '' if unknown. */
  reader: string;
  readTo: Ts;
}

const maxNameLength = 255;

/** Messages that no one wrote. A tombstone replaces a deleted message that has answers. */
const withoutContent = new Set(['channel_join', 'channel_leave', 'group_join', 'group_leave', 'tombstone']);

export const isMessage = (message: SlackMessage): boolean => isTs(message?.ts);
export const isShown = ({ subtype }: SlackMessage): boolean => !withoutContent.has(textOf(subtype));
export const hasReplies = ({ reply_count }: SlackMessage): boolean =>
  typeof reply_count === 'number' && reply_count > 0;
export const editedOf = ({ edited }: SlackMessage): Ts => (isTs(edited?.ts) ? edited.ts : '');

/** True even if the answer is also shown in the channel: it belongs to its thread. */
export const isAnswer = ({ ts, thread_ts }: SlackMessage): boolean => isTs(thread_ts) && thread_ts !== ts;

/** A message as part of a channel’s day. An answer belongs to the day of its thread’s first message, below that one. */
export function adapt(message: SlackMessage, thread: Ts | null, channel: ChannelView, directory: Directory): Message {
  const { ts } = message;
  const { body, isCut } = bodyOf(message, namesFrom(directory));
  const edited = editedOf(message);
  const attachments = listOf(message.files).flatMap(attachmentOf);
  return {
    id: messageId(channel.id, ts, thread),
    channelIds: [channel.id as RemoteId],
    thread: dayThread(channel, thread ?? ts),
    ...(thread !== null && { answersAt: timeOf(thread) }),
    author: authorOf(message, directory),
    recipients: [],
    sentAt: timeOf(ts),
    ...(edited !== '' && { editedAt: timeOf(edited) }),
    body,
    attachments: isCut ? [...attachments, completeText] : attachments,
    isUnread: isUnread(message, thread, channel),
    isFlagged: false,
    ...linkTo(channel, ts, thread),
  };
}

/** Slack stores read answers elsewhere. */
const isUnread = ({ ts, user }: SlackMessage, thread: Ts | null, { reader, readTo }: ChannelView): boolean =>
  thread === null && readTo !== '' && ts > readTo && user !== reader;

/** The attachment of a text that is too long for a body. */
export const completeText: Attachment = { id: 'text', name: 'Message.txt', mimeType: 'text/plain', size: null };

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

export const dayIdOf = ({ id }: Pick<ChannelView, 'id'>, ts: Ts) => `${id}:${dayOf(ts)}` as RemoteId;

const dayThread = (channel: ChannelView, ts: Ts): Message['thread'] => ({
  id: dayIdOf(channel, ts),
  title: `${channel.title}, ${dates.format(timeOf(ts))}`,
});

function authorOf(message: SlackMessage, directory: Directory): Correspondent {
  const { user, bot_id, username, bot_profile, user_profile } = message;
  const id = textOf(user) || textOf(bot_id);
  const own = [textOf(username), textOf(bot_profile?.name)].find((name) => name !== '');
  if (own !== undefined) return { ...(id !== '' && { id }), name: own.slice(0, maxNameLength).toWellFormed() };
  if (directory.isKnown(id)) return directory.whoIs(id);
  const shown = [textOf(user_profile?.real_name), textOf(user_profile?.display_name)].find((name) => name !== '');
  const avatar = textOf(user_profile?.image_72);
  const name = shown?.slice(0, maxNameLength).toWellFormed() ?? (textOf(bot_id) === '' ? 'Unknown user' : 'App');
  return { ...(id !== '' && { id }), name, ...(avatar !== '' && { avatarUrl: avatar }) };
}

function linkTo({ id, url }: ChannelView, ts: Ts, thread: Ts | null): { webUrl?: string } {
  if (!url.startsWith('https://')) return {};
  const query = thread === null ? '' : `?thread_ts=${thread}&cid=${id}`;
  return { webUrl: `${url.replace(/\/?$/, '/')}archives/${id}/p${ts.replace('.', '')}${query}` };
}

const namesFrom = (directory: Directory) => ({
  user: (id: string) => directory.whoIs(id).name,
  channel: directory.channelName,
  group: directory.groupName,
});
