import type { AccountContext } from '../kit/connector.ts';
import type { Cursor, RemoteId } from '../kit/session.ts';
import type { Channel, MessageBatch, MessagesOptions, ThreadReads } from '../kit/threads.ts';
import { openAttachment } from './attachment.ts';
import type { Directory } from './directory.ts';
import type { Gateway } from './gateway.ts';
import { readChannelId } from './ids.ts';
import { emptyState, readState } from './reading/cursor.ts';
import { fillIn } from './reading/fill.ts';
import { LastRead, markRead } from './reading/last-read.ts';
import { Reader } from './reading/reader.ts';
import { rescan } from './reading/rescan.ts';
import type { SlackChannel } from './wire.ts';

/** Within this time, the whole channel is read again to find edits and deletions, as far as Slack’s limits allow. */
const usualRescanDays = 7;

export function createReads(account: AccountContext, gateway: Gateway, directory: Directory): ThreadReads {
  const never = new AbortController().signal;
  const rescanMs = (Number(account.settings?.rescanDays) || usualRescanDays) * 86_400_000;

  const lastRead = new LastRead(gateway, directory, account.now);

  async function* messages(id: RemoteId, options: MessagesOptions): AsyncGenerator<MessageBatch> {
    options.signal.throwIfAborted();
    let state = options.from === null ? emptyState : readState(options.from);
    const channel = await directory.channel(readChannelId(id));
    if (channel.is_im || channel.is_mpim) await directory.learn([channel.user ?? ''].filter(Boolean), options.signal);
    const { url, user_id } = await directory.self();
    if (options.from === null) state = { ...state, readTo: await lastRead.ask(channel, options.signal) };
    const view = { id, title: await directory.titleOf(channel), url, reader: user_id, readTo: state.readTo };
    const { newest } = state;
    const reader = new Reader(gateway, directory, view, options, rescanMs);
    if (state.fill) state = yield* fillIn(reader, state, account.now());
    state = yield* rescan(reader, state, account.now());
    if (state.fill) state = yield* fillIn(reader, state, account.now());
    const isDue = state.newest > newest || lastRead.isTurn(id, state.newest <= state.readTo);
    if (state.newest !== '' && isDue) yield* markRead(reader, state, await lastRead.ask(channel, options.signal));
  }

  return {
    async channels(page) {
      const { channels, next } = await directory.channelPage(page);
      await directory.learn(others(channels), never);
      const items = await Promise.all(channels.map((channel) => channelOf(channel, directory)));
      return { items, next: next === '' ? null : (next as Cursor) };
    },
    messages,
    attachment: (message, id, options = {}) => openAttachment(gateway, message, id, options),
  };
}

/** The other people of direct messages. */
const others = (channels: readonly SlackChannel[]) =>
  channels.flatMap(({ is_im, user }) => (is_im && user ? [user] : []));

/** Off unless chosen: archived channels, and public ones that the person has not joined. */
async function channelOf(channel: SlackChannel, directory: Directory): Promise<Channel> {
  const { id, is_im, is_mpim, is_private, is_group, is_archived, is_member } = channel;
  const isPrivate = [is_im, is_mpim, is_private, is_group].includes(true);
  const isOff = is_archived === true || (is_member === false && !is_im);
  return { id: id as RemoteId, name: await directory.titleOf(channel), isPrivate, ...(isOff && { isOff }) };
}
