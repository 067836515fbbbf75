/** The fields of Slack’s answers that are read here. Any may be absent or of another type: see `textOf`. */
export interface SlackMessage {
  ts: string;
  subtype?: string;
  user?: string;
  text?: string;
  thread_ts?: string;
  reply_count?: number;
  latest_reply?: string;
  edited?: { ts?: string };
  files?: readonly SlackFile[];
  bot_id?: string;
  username?: string;
  bot_profile?: { name?: string; icons?: { image_72?: string } };
  user_profile?: { real_name?: string; display_name?: string; image_72?: string };
  attachments?: readonly SlackAttachment[];
  blocks?: readonly SlackBlock[];
}

/** A card that an app or a link adds to a message. */
export interface SlackAttachment {
  pretext?: string;
  title?: string;
  title_link?: string;
  text?: string;
  fallback?: string;
  /** The page to which a link leads. */
  from_url?: string;
  /** Another message that was shared. */
  is_msg_unfurl?: boolean;
  fields?: readonly { title?: string; value?: string }[];
}

export interface SlackBlock {
  type?: string;
  text?: { text?: string } | string;
  elements?: readonly SlackBlock[];
  fields?: readonly { text?: string }[];
  url?: string;
  user_id?: string;
}

export interface SlackFile {
  id?: string;
  name?: string;
  title?: string;
  mimetype?: string;
  size?: number;
  mode?: string;
  is_external?: boolean;
  file_access?: string;
  url_private?: string;
  url_private_download?: string;
}

export interface SlackUser {
  id: string;
  name?: string;
  real_name?: string;
  profile?: { real_name?: string; display_name?: string; email?: string; image_72?: string };
}

export interface SlackChannel {
  id: string;
  name?: string;
  /** The other person of a direct message. */
  user?: string;
  is_im?: boolean;
  is_mpim?: boolean;
  is_private?: boolean;
  is_group?: boolean;
  is_archived?: boolean;
  is_member?: boolean;
  /** Only present if requested by id: the last message that the person has read. */
  last_read?: string;
  /** In an organization of several workspaces: the channel’s workspace. */
  context_team_id?: string;
}

export interface Paged {
  has_more?: boolean;
  response_metadata?: { next_cursor?: string };
}

export interface MessagePage extends Paged {
  /** Older messages exist, but only paid plans show them. */
  is_limited?: boolean;
  messages: readonly SlackMessage[];
}

/** The text, if it is one; messages of apps have any shape. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const listOf = <T>(value: readonly T[] | undefined): readonly T[] =>
  (Array.isArray(value) ? value : []).filter((one) => typeof one === 'object' && one !== null);

export const nextOf = ({ response_metadata }: Paged): string => textOf(response_metadata?.next_cursor);
