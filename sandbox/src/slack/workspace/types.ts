import type { Content } from '../../shared/content/content.ts';

/** 'seconds.micros' with ten and six digits: unique in a channel, and sortable as text. */
export type Ts = string;

export interface User {
  id: string;
  /** The handle. */
  name: string;
  realName: string;
  displayName: string;
  email: string | null;
  isBot: boolean;
  isDeleted: boolean;
}

export interface UserGroup {
  id: string;
  handle: string;
  name: string;
  users: readonly string[];
}

export interface SlackFile {
  id: string;
  name: string;
  title: string;
  mimeType: string;
  fileType: string;
  user: string;
  created: number;
  content: Content;
  mode: 'hosted' | 'snippet' | 'external' | 'tombstone' | 'hidden_by_limit';
  /** The address of an external file. */
  externalUrl?: string;
  /** Shared from another workspace: messages only name it, `files.info` describes it. */
  isForeign?: boolean;
  /** The reason why it is inaccessible, in an odd workspace. */
  lost?: 'file_not_found' | 'access_denied';
}

export interface StoredMessage {
  ts: Ts;
  /** Null for messages of apps without a user. */
  user: string | null;
  text: string;
  subtype?: string;
  /** The time of the thread’s first message, for its answers. */
  threadTs?: Ts;
  edited?: { user: string; ts: Ts };
  files?: SlackFile[];
  botId?: string;
  username?: string;
  attachments?: object[];
  blocks?: object[];
  /** People of other workspaces are not in `users.list`. */
  userProfile?: { real_name: string; display_name: string; image_72: string; team: string };
}

const MICROS = 1_000_000;

/** Converts microseconds since 1970. */
export function tsOf(micros: number): Ts {
  return `${String(Math.floor(micros / MICROS)).padStart(10, '0')}.${String(micros % MICROS).padStart(6, '0')}`;
}

/** Microseconds since 1970; null for an invalid time. Slack also accepts whole seconds, and fewer digits. */
export function microsOf(text: string): number | null {
  const parts = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text);
  return parts ? Number(parts[1]) * MICROS + Number((parts[2] ?? '').padEnd(6, '0')) : null;
}
