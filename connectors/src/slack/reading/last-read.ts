import { createHash } from 'node:crypto';
import { ConnectorError } from '../../kit/errors.ts';
import type { RemoteId } from '../../kit/session.ts';
import type { MessageBatch, MessageMarks } from '../../kit/threads.ts';
import type { Directory } from '../directory.ts';
import type { Gateway } from '../gateway.ts';
import { isTs, LAST, readMessageId, type Ts, timeOf } from '../ids.ts';
import type { SlackChannel } from '../wire.ts';
import { cursorOf, type State } from './cursor.ts';
import type { Reader } from './reader.ts';

/** The maximum while an account is open. Slack allows 50 such calls a minute. */
const maxAsked = 40;
const turnMs = 5 * 60_000;
/** The factor by which a channel that was read to its end is checked less often. */
const readFactor = 4;
const marksAtOnce = 1000;

/** How far the person has read each channel, which Slack says one channel at a time: an update asks for some of them. */
export class LastRead {
  readonly #gateway: Gateway;
  readonly #directory: Directory;
  readonly #now: () => Date;
  readonly #asked = new Set<string>();

  constructor(gateway: Gateway, directory: Directory, now: () => Date) {
    this.#gateway = gateway;
    this.#directory = directory;
    this.#now = now;
  }

  /** Returns '' if Slack doesn’t report it, or if it was checked before. */
  async ask({ id, is_member, is_im }: SlackChannel, signal: AbortSignal): Promise<Ts> {
    const isLeft = is_member === false && !is_im;
    if (isLeft || this.#asked.has(id) || this.#asked.size >= maxAsked) return '';
    this.#asked.add(id);
    try {
      const { channel } = await this.#gateway.call<{ channel: SlackChannel }>(
        'conversations.info',
        { channel: id },
        signal,
      );
      return isTs(channel?.last_read) ? channel.last_read : '';
    } catch (error) {
      const isHidden = error instanceof ConnectorError && ['not_found', 'forbidden'].includes(error.code);
      if (!isHidden) throw error;
      return '';
    }
  }

  /**
   * If there are more channels than may be checked, picks at random so that each has its turn now and then, less often
   * those that were read to their end.
   */
  isTurn(id: string, isRead: boolean): boolean {
    const rounds = Math.ceil(this.#directory.channelCount / maxAsked);
    const among = isRead ? rounds * readFactor : rounds;
    const period = Math.floor(this.#now().getTime() / turnMs);
    return rounds <= 1 || createHash('sha1').update(`${id} ${period}`).digest().readUInt32LE(0) % among === 0;
  }
}

/**
 * Updates the marks of the caller’s messages in a channel once the person has read up to another message than before.
 */
export async function* markRead(reader: Reader, state: State, readTo: Ts): AsyncGenerator<MessageBatch> {
  const { channel, options } = reader;
  if (readTo === '' || readTo === state.readTo || !options.stored) return;
  const isUnread = state.readTo === '' || readTo < state.readTo;
  const [from, to] = [isUnread ? readTo : state.readTo, isUnread ? state.readTo || LAST : readTo];
  const sent = await options.stored({ from: timeOf(from), before: new Date(timeOf(to).getTime() + 1) });
  const isBetween = (id: RemoteId) => {
    const { thread, ts } = readMessageId(id);
    return thread === null && ts > from && ts <= to;
  };
  const channelIds = [channel.id as RemoteId];
  const marks = sent.filter(isBetween).map((id): MessageMarks => ({ id, channelIds, isUnread, isFlagged: false }));
  const [again, done] = [cursorOf(state), cursorOf({ ...state, readTo })];
  for (let at = 0; at === 0 || at < marks.length; at += marksAtOnce) {
    const marked = marks.slice(at, at + marksAtOnce);
    const isLast = at + marksAtOnce >= marks.length;
    yield { messages: [], marked, deleted: [], failures: [], cursor: isLast ? done : again };
  }
}
