import { EndlessContent, StoredContent } from '../shared/content/content.ts';
import { accountControl } from '../shared/control.ts';
import type { Faults } from '../shared/faults.ts';
import type { Person } from '../shared/people.ts';
import type { Events } from './events.ts';
import { userScopes } from './oauth.ts';
import { chosen, happens, type Oddities } from './oddities.ts';
import type { RateMode } from './rates.ts';
import type { Sockets } from './sockets.ts';
import type { BulkOptions } from './workspace/bulk.ts';
import type { ChannelKind } from './workspace/channel.ts';
import { describeMessage } from './workspace/describe.ts';
import { checkText, escapeText } from './workspace/escape.ts';
import { type SlackFile, type StoredMessage, type Ts, tsOf } from './workspace/types.ts';
import type { World } from './world.ts';

type In = { person: Person['key'] };
/** Channels by name or id. */
type At = { channel: string; ts: Ts };

interface GivenFile {
  name: string;
  mimeType?: string;
  /** Content as text, as base64, or only by its number of bytes. */
  text?: string;
  base64?: string;
  size?: number;
  mode?: SlackFile['mode'];
  externalUrl?: string;
  isForeign?: boolean;
}

interface Post {
  channel: string;
  /** The handle of the author; ada by default. */
  user?: string;
  /** The text as a person types it, or as Slack stores it (strictly checked). */
  text?: string;
  mrkdwn?: string;
  /** The answered message. */
  thread?: Ts;
  broadcast?: boolean;
  files?: GivenFile[];
  /** Further fields that Slack stores with a message. */
  more?: Partial<StoredMessage>;
}

export type SlackControl = ReturnType<typeof createControl>;

/** The control calls for tests, also available as POST /_control/<name>. Takes and returns plain data. */
export function createControl(world: World, faults: Faults, { events, sockets }: { events: Events; sockets: Sockets }) {
  const { clientId, rotation } = world.options;
  const account = accountControl({ faults, grants: world.grants, clientId }, Object.keys(userScopes));
  return {
    ...account,
    /** Sets limits from now on; without one, only returns the peak of calls per minute, by method. */
    rates({ mode }: { mode?: RateMode } = {}): Record<string, number> {
      if (mode !== undefined) world.rates.mode = mode;
      return world.rates.busiest();
    },
    /** Replaces all oddities; a seed alone chooses some, and giving none resets them. */
    setOddities(given: Partial<Oddities>) {
      world.oddities = chosen(given);
    },
    /** Sets the sandbox's clock forward. */
    advance({ ms }: { ms: number }) {
      world.aheadMs += ms;
    },

    /** Issues tokens without the consent page. */
    authorize(given: In & { scopes?: string[] }) {
      const tokens = account.authorize({ ...given, offline: rotation });
      world.knownTokens.add(tokens.accessToken);
      return tokens;
    },
    rename({ user, name }: { user: string; name: string }) {
      world.user(user).realName = name;
    },

    /** Returns its id. */
    addChannel: ({ name, kind = 'public_channel', members = ['ada', 'bruno', 'chen'], team }: AddChannel) =>
      world.addChannel(name, kind, members, team).id,
    leave({ channel, user }: { channel: string; user: string }) {
      world.channel(channel).members.delete(world.user(user).id);
    },
    /** Marks a channel as read by somebody up to this message, or completely. */
    markRead({ channel, user = 'ada', ts = world.nextTs() }: { channel: string; user?: string; ts?: Ts }) {
      world.channel(channel).lastRead.set(world.user(user).id, ts);
    },
    /** Deletes older messages, or only hides them, as on a free plan. */
    retain({ channel, since, isHidden = false }: { channel: string; since: Ts; isHidden?: boolean }) {
      Object.assign(world.channel(channel), { keptSince: since, isLimited: isHidden });
    },

    /** Returns its `ts`. */
    post({ channel: name, user = 'ada', text = '', mrkdwn, thread, broadcast, files, more }: Post): Ts {
      const channel = world.channel(name);
      const message: StoredMessage = {
        ts: world.nextTs(),
        user: world.user(user).id,
        text: mrkdwn === undefined ? escapeText(text) : checkText(mrkdwn),
        ...(thread !== undefined && { threadTs: thread }),
        ...(broadcast && { subtype: 'thread_broadcast' }),
        ...(files && { files: files.map((file) => addFile(world, user, file)) }),
        ...more,
      };
      channel.add(message);
      if (thread === undefined) channel.lastRead.set(world.user(user).id, message.ts);
      events.tell(channel, describeMessage(world, channel, message));
      return message.ts;
    },
    edit({ channel: name, ts, text, mrkdwn }: At & { text?: string; mrkdwn?: string }) {
      const { channel, message } = existing(world, name, ts);
      const previous_message = describeMessage(world, channel, message);
      message.text = mrkdwn === undefined ? escapeText(text ?? '') : checkText(mrkdwn);
      message.edited = { user: message.user ?? '', ts: world.nextTs() };
      const changed = describeMessage(world, channel, message);
      events.tell(channel, { type: 'message', subtype: 'message_changed', message: changed, previous_message });
    },
    /** Changes a message as an app, without marking it as edited. */
    update({ channel, ts, ...changes }: At & Partial<Pick<StoredMessage, 'text' | 'attachments'>>) {
      Object.assign(existing(world, channel, ts).message, changes);
    },
    remove({ channel: name, ts }: At) {
      const { channel, message } = existing(world, name, ts);
      const previous_message = describeMessage(world, channel, message);
      channel.remove(ts);
      events.tell(channel, { type: 'message', subtype: 'message_deleted', deleted_ts: ts, previous_message });
    },
    /** Deletes the file; messages keep a tombstone. */
    removeFile({ name }: { name: string }) {
      const file = [...world.files.values()].find((one) => one.name === name);
      if (!file) throw new Error(`There is no file ${name}.`);
      file.mode = 'tombstone';
    },
    /** Adds messages that take no memory, before all others: by default one per minute, ending an hour ago. */
    addMany({ channel, count, threadEvery = 0, repliesEach = 3, step = 60_000_000 }: AddMany) {
      const start = (world.now() - 3_600_000) * 1000 - count * step;
      const users = [...world.channel(channel).members];
      world.channel(channel).addBulk({ count, start, step, threadEvery, repliesEach, users, seed: channel });
    },

    /** A channel’s messages as people see them, newest first. */
    list: ({ channel }: { channel: string }) => {
      const from = world.channel(channel);
      return [...from.between('', tsOf((world.now() + 86_400_000) * 1000))].map(({ ts, text }) => ({
        ts,
        text,
        replies: from.replies(ts).map((reply) => ({ ts: reply.ts, text: reply.text })),
      }));
    },
    /** Sends changes to this address from now on, once it has answered a challenge. */
    webhook: ({ url }: { url: string }) => events.register(url),
    /** The connections for events. */
    sockets: () => sockets.describe(),
    /** Requests the replacement of each of them; `link_disabled` disables Socket Mode. */
    disconnect: ({ reason = 'refresh_requested' }: { reason?: string } = {}) => sockets.disconnect(reason),
    /** Breaks them off. */
    dropSockets: () => sockets.drop(),
    /** Keeps them open, but stops reading, even pings. */
    freezeSockets: () => sockets.freeze(),
    sendRaw: ({ text }: { text: string }) => sockets.sendRaw(text),
  };
}

interface AddChannel {
  name: string;
  kind?: ChannelKind;
  members?: string[];
  /** Its workspace by name; the first by default. */
  team?: string;
}

type AddMany = { channel: string } & Pick<BulkOptions, 'count'> &
  Partial<Pick<BulkOptions, 'threadEvery' | 'repliesEach' | 'step'>>;

function existing(world: World, name: string, ts: Ts) {
  const channel = world.channel(name);
  const message = channel.find(ts);
  if (!message) throw new Error(`There is no message at ${ts}.`);
  return { channel, message };
}

function addFile(world: World, user: string, given: GivenFile): SlackFile {
  const { name, mimeType = 'text/plain', text = '', base64, size, mode = 'hosted', externalUrl, isForeign } = given;
  const bytes = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
  const id = world.id('F', `${world.files.size}`);
  const file: SlackFile = {
    id,
    name,
    title: name,
    mimeType,
    fileType: name.split('.').at(-1) ?? 'binary',
    user: world.user(user).id,
    created: Math.floor(world.now() / 1000),
    content: size === undefined ? new StoredContent(bytes) : new EndlessContent(name, size),
    mode,
    ...(externalUrl !== undefined && { externalUrl }),
    ...(isForeign && { isForeign }),
    ...(happens(world.oddities, 'lostFiles', id) && {
      lost: world.files.size % 2 === 0 ? 'file_not_found' : 'access_denied',
    }),
  };
  world.files.set(file.id, file);
  return file;
}
