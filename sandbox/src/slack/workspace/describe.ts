import { happens } from '../oddities.ts';
import type { World } from '../world.ts';
import type { Channel } from './channel.ts';
import type { SlackFile, StoredMessage } from './types.ts';

/** A message in the format of `conversations.history` and of events. */
export function describeMessage(world: World, channel: Channel, message: StoredMessage): Record<string, unknown> {
  const { ts, user, text, subtype, threadTs, edited, files, botId, username, attachments, blocks, userProfile } =
    message;
  return {
    type: 'message',
    ...(subtype !== undefined && { subtype }),
    ...(user !== null && !happens(world.oddities, 'withoutUsers', ts) && { user }),
    text,
    ts,
    team: world.team.id,
    ...(subtype === 'tombstone' && { hidden: true }),
    ...(botId !== undefined && { bot_id: botId, app_id: 'A04SITEBOT1' }),
    ...(username !== undefined && { username }),
    ...(edited && { edited }),
    ...(files && { files: files.map((file) => mentionFile(world, file)) }),
    ...(attachments && { attachments }),
    ...(blocks && { blocks }),
    ...(userProfile && { user_profile: userProfile, user_team: userProfile.team, source_team: userProfile.team }),
    ...threadFields(channel, message),
    ...(threadTs !== undefined && subtype === 'thread_broadcast' && { root: { ts: threadTs, thread_ts: threadTs } }),
  };
}

function threadFields(channel: Channel, { ts, threadTs }: StoredMessage): object {
  if (threadTs !== undefined) return { thread_ts: threadTs, parent_user_id: channel.find(threadTs)?.user };
  const replies = channel.replies(ts);
  if (replies.length === 0) return {};
  const users = [...new Set(replies.map(({ user }) => user).filter((user) => user !== null))];
  return {
    thread_ts: ts,
    reply_count: replies.length,
    reply_users_count: users.length,
    latest_reply: replies.at(-1)!.ts,
    reply_users: users.slice(0, 5),
    is_locked: false,
    subscribed: false,
  };
}

function mentionFile(world: World, file: SlackFile): object {
  if (file.mode === 'tombstone') return { id: file.id, mode: 'tombstone' };
  if (file.mode === 'hidden_by_limit') return { id: file.id, mode: 'hidden_by_limit', date_delete: 0 };
  if (file.lost !== undefined)
    return { id: file.id, created: 0, timestamp: 0, user: file.user, filetype: file.fileType, file_access: file.lost };
  if (file.isForeign) return { id: file.id, created: file.created, mode: 'hosted', file_access: 'check_file_info' };
  return describeFile(world, file);
}

export function describeFile(world: World, file: SlackFile): object {
  const { id, name, title, mimeType, fileType, user, created, content, mode, externalUrl } = file;
  const path = `${world.url}/files-pri/${world.team.id}-${id}`;
  const slug = encodeURIComponent(name.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, '_'));
  return {
    id,
    created,
    timestamp: created,
    name,
    title,
    mimetype: mimeType,
    filetype: fileType,
    pretty_type: fileType.toUpperCase(),
    user,
    user_team: world.team.id,
    editable: mode === 'snippet',
    size: mode === 'external' ? 0 : content.size,
    mode,
    is_external: mode === 'external',
    external_type: mode === 'external' ? 'gdrive' : '',
    is_public: true,
    public_url_shared: false,
    display_as_bot: false,
    username: '',
    url_private: externalUrl ?? `${path}/${slug}`,
    ...(mode !== 'external' && { url_private_download: `${path}/download/${slug}` }),
    permalink: `https://${world.team.domain}.slack.com/files/${user}/${id}/${slug}`,
    file_access: 'visible',
  };
}
