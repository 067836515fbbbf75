import { MadeContent } from '../../shared/content/content.ts';
import { type FileTypeName, fileTypes } from '../../shared/content/file-types.ts';
import type { World } from '../world.ts';
import type { Channel } from './channel.ts';
import { checkText } from './escape.ts';
import type { Script } from './sample-scripts.ts';
import { scripts } from './scripts.ts';
import { type SlackFile, type StoredMessage, type Ts, tsOf } from './types.ts';

/** The life of a small architecture practice; always the same, with the same times. */
export function addSamples(world: World): void {
  world.addUser('dana', 'Dana Moreau', { email: 'dana@example.com' });
  world.addUser('elif', 'Elif Demir', { email: 'elif@example.com', isDeleted: true });
  world.addUser('sitebot', 'Site Bot', { isBot: true });
  world.users.set('USLACKBOT', {
    id: 'USLACKBOT',
    name: 'slackbot',
    realName: 'Slackbot',
    displayName: 'Slackbot',
    email: null,
    isBot: false,
    isDeleted: false,
  });
  const users = ['ada', 'bruno', 'chen'].map((name) => world.user(name).id);
  world.groups.push({ id: world.id('S', 'site'), handle: 'site-team', name: 'Site team', users });
  // All channels come first, because messages name channels that come later.
  const added = scripts.map((script) => ({ script, channel: addChannel(world, script) }));
  for (const { script, channel } of added) play(world, channel, script);
}

function addChannel(world: World, { name, kind, members, isArchived = false }: Script): Channel {
  const channel = world.addChannel(name, kind, members);
  channel.isArchived = isArchived;
  return channel;
}

/** Lines are 'time who text'; an indented line answers the last one that isn’t indented. */
function play(world: World, channel: Channel, { lines }: Script): void {
  let day = '';
  let thread: Ts | undefined;
  for (const line of lines.trim().split('\n')) {
    const date = /^\d{4}-\d\d-\d\d$/.exec(line.trim())?.[0];
    if (date !== undefined) {
      day = date;
      continue;
    }
    const [, indent, time, user, text] = /^( *)(\d\d:\d\d) (\w+) (.*)$/.exec(line) ?? [];
    if (time === undefined || user === undefined || text === undefined) throw new Error(`Not a line: ${line}`);
    const ts = tsOf(Date.parse(`${day}T${time}:00Z`) * 1000 + 100_000 + (world.files.size + text.length) * 7);
    if (indent === '') thread = ts;
    channel.add(messageOf(world, { ts, user, text, threadTs: indent === '' ? undefined : thread }));
  }
  for (const member of channel.members) if (thread !== undefined) channel.lastRead.set(member, thread);
}

interface Line {
  ts: Ts;
  user: string;
  text: string;
  threadTs: Ts | undefined;
}

function messageOf(world: World, { ts, user, text, threadTs }: Line): StoredMessage {
  const [, words = '', type, name] = /^(.*?)(?: ?\[(\w+): (.+)\])?$/.exec(text) ?? [];
  const message: StoredMessage = {
    ts,
    user: world.user(user).id,
    text: checkText(named(world, words.replaceAll('⏎', '\n'))),
  };
  if (threadTs !== undefined) message.threadTs = threadTs;
  if (type !== undefined) message.files = [fileOf(world, user, type as FileTypeName, name!, ts)];
  if (user === 'sitebot')
    return { ...message, subtype: 'bot_message', botId: world.id('B', 'sitebot'), username: 'Site Bot' };
  if (words.endsWith('has joined the channel')) return { ...message, subtype: 'channel_join' };
  return message;
}

/** Converts '@ada', '#harbour' and '@site-team' to Slack’s storage format. */
function named(world: World, text: string): string {
  return text
    .replace(/\{@(\w+)\}/g, (_, name: string) => `<@${world.user(name).id}>`)
    .replace(/\{#([\w-]+)\}/g, (_, name: string) => `<#${world.channel(name).id}|${name}>`)
    .replaceAll('{@site-team}', `<!subteam^${world.groups[0]!.id}>`);
}

function fileOf(world: World, user: string, type: FileTypeName, name: string, ts: Ts): SlackFile {
  const { mimeType, extension, make } = fileTypes[type];
  const file: SlackFile = {
    id: world.id('F', name),
    name,
    title: name.replace(/\.\w+$/, ''),
    mimeType,
    fileType: extension,
    user: world.user(user).id,
    created: Number(ts.split('.')[0]),
    content: new MadeContent(() => make(name)),
    mode: 'hosted',
  };
  world.files.set(file.id, file);
  return file;
}
