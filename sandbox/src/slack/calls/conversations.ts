import { type Call, isTrue, limitOf, needScope, pageOf, teamOf } from '../call.ts';
import { SlackError } from '../errors.ts';
import type { Channel, ChannelKind } from '../workspace/channel.ts';

/** The prefixes of the scopes for a kind of conversation. */
export const scopeOf: Readonly<Record<ChannelKind, string>> = {
  public_channel: 'channels',
  private_channel: 'groups',
  im: 'im',
  mpim: 'mpim',
};

export function conversationsList(call: Call): object {
  const team = teamOf(call);
  const isOfTeam = ({ kind, teamId }: Channel) => team === null || ['im', 'mpim'].includes(kind) || teamId === team;
  const sees = (channel: Channel) =>
    isOfTeam(channel) && (channel.kind === 'public_channel' || channel.members.has(call.user.id));
  const types = (call.args.get('types') || 'public_channel').split(',').map((type) => type.trim());
  for (const type of types) {
    if (!Object.hasOwn(scopeOf, type)) throw new SlackError('invalid_types');
    needScope(call, [`${scopeOf[type as ChannelKind]}:read`]);
  }
  const all = [...call.world.channels.values()].filter((channel) => types.includes(channel.kind) && sees(channel));
  const page = pageOf(call, 'channel', all, limitOf(call, 100, 1000));
  // As at Slack, archived ones are removed after paging: a page may be short or empty without being the last.
  const wanted = page.items.filter((channel) => !(isTrue(call.args.get('exclude_archived')) && channel.isArchived));
  return { channels: wanted.map((channel) => described(call, channel)), response_metadata: page.response_metadata };
}

export function conversationsInfo(call: Call): object {
  const channel = visibleChannel(call);
  needScope(call, [`${scopeOf[channel.kind]}:read`]);
  const last_read = channel.lastRead.get(call.user.id) ?? '0000000000.000000';
  return { channel: { ...described(call, channel), ...(channel.members.has(call.user.id) && { last_read }) } };
}

/** The channel that a call names. To a person who can’t see it, it doesn’t exist. */
export function visibleChannel({ world, user, args }: Call): Channel {
  const channel = world.channels.get(args.get('channel') ?? '');
  const isVisible = channel && (channel.kind === 'public_channel' || channel.members.has(user.id));
  if (!isVisible) throw new SlackError('channel_not_found');
  return channel;
}

function described({ world, user }: Call, channel: Channel): object {
  const { id, kind, name, created, isArchived, members } = channel;
  const flags = { is_im: kind === 'im', is_mpim: kind === 'mpim', is_private: kind !== 'public_channel' };
  if (kind === 'im') {
    const other = [...members].find((member) => member !== user.id) ?? user.id;
    const is_user_deleted = world.users.get(other)?.isDeleted ?? false;
    return { id, created, is_archived: isArchived, is_im: true, is_org_shared: false, user: other, is_user_deleted };
  }
  return {
    id,
    name,
    name_normalized: name,
    is_channel: kind === 'public_channel' || kind === 'private_channel',
    is_group: false,
    ...flags,
    created,
    creator: [...members][0],
    ...(world.enterprise && { context_team_id: channel.teamId }),
    is_archived: isArchived,
    is_general: name === 'general',
    is_member: members.has(user.id),
    is_shared: false,
    topic: { value: '', creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    num_members: members.size,
  };
}
