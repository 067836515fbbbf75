import { Bulk, type BulkOptions } from './bulk.ts';
import type { StoredMessage, Ts } from './types.ts';

export type ChannelKind = 'public_channel' | 'private_channel' | 'im' | 'mpim';

/** A conversation: its messages in the order they were sent, and answers by thread. */
export class Channel {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly members = new Set<string>();
  readonly created: number;
  isArchived = false;
  /** The messages up to which people have read it, by their ids. */
  readonly lastRead = new Map<string, Ts>();
  /** The workspace it belongs to; direct messages belong to the whole organization. */
  teamId = '';
  #messages: StoredMessage[] = [];
  readonly #replies = new Map<Ts, StoredMessage[]>();
  #bulk: Bulk | null = null;
  /** Retention: older messages are no longer shown. */
  keptSince: Ts = '';
  /** Whether older messages are only hidden, which Slack reports. */
  isLimited = false;

  constructor(id: string, kind: ChannelKind, name: string, members: Iterable<string>, created: number) {
    this.id = id;
    this.kind = kind;
    this.name = name;
    this.created = created;
    for (const member of members) this.members.add(member);
  }

  /** Messages older than all others. */
  addBulk(options: BulkOptions): void {
    this.#bulk = new Bulk(options);
    const first = this.#messages[0];
    if (first && first.ts <= this.#bulk.end) throw new Error('Bulk messages have to be older than all others.');
  }

  add(message: StoredMessage): void {
    const list = message.threadTs === undefined ? this.#messages : this.#repliesOf(message.threadTs);
    const at = position(list, message.ts);
    if (list[at]?.ts === message.ts) throw new Error(`There is a message at ${message.ts}.`);
    list.splice(at, 0, message);
    // The answer is also shown in the channel, as the same message.
    if (message.subtype === 'thread_broadcast') this.#messages.splice(position(this.#messages, message.ts), 0, message);
  }

  find(ts: Ts): StoredMessage | undefined {
    const own = this.#messages[position(this.#messages, ts)];
    if (own?.ts === ts) return own;
    for (const replies of this.#replies.values()) {
      const reply = replies[position(replies, ts)];
      if (reply?.ts === ts) return reply;
    }
    return this.#bulk?.find(ts);
  }

  /** A message with answers leaves a tombstone, which is deleted with the last answer. */
  remove(ts: Ts): void {
    const message = this.find(ts);
    if (!message) throw new Error(`There is no message at ${ts}.`);
    if (message.threadTs === undefined && this.replies(ts).length > 0) {
      const { user: _user, files: _files, edited: _edited, ...rest } = message;
      this.#replace({ ...rest, user: 'USLACKBOT', subtype: 'tombstone', text: 'This message was deleted.' });
      return;
    }
    const without = (list: StoredMessage[]) => list.filter((one) => one.ts !== ts);
    this.#messages = without(this.#messages);
    if (message.threadTs === undefined) return;
    const left = without(this.#repliesOf(message.threadTs));
    this.#replies.set(message.threadTs, left);
    if (left.length > 0) return;
    this.#replies.delete(message.threadTs);
    if (this.find(message.threadTs)?.subtype === 'tombstone')
      this.#messages = this.#messages.filter((one) => one.ts !== message.threadTs);
  }

  replies(parent: Ts): readonly StoredMessage[] {
    return this.#replies.get(parent) ?? this.#bulk?.replies(parent) ?? [];
  }

  /** Newest first, between the two, both excluded. */
  *between(oldest: Ts, latest: Ts): Generator<StoredMessage> {
    const from = oldest > this.keptSince ? oldest : this.keptSince;
    for (let at = position(this.#messages, latest) - 1; at >= 0; at--) {
      const message = this.#messages[at]!;
      if (message.ts <= from) return;
      yield message;
    }
    const bulk = this.#bulk;
    if (!bulk) return;
    for (let at = bulk.from(latest) - 1; at >= 0; at--) {
      const message = bulk.at(at);
      if (message.ts <= from) return;
      yield message;
    }
  }

  #repliesOf(parent: Ts): StoredMessage[] {
    const replies = this.#replies.get(parent) ?? [];
    this.#replies.set(parent, replies);
    return replies;
  }

  #replace(message: StoredMessage): void {
    const at = position(this.#messages, message.ts);
    if (this.#messages[at]?.ts !== message.ts) throw new Error('Bulk messages cannot be changed.');
    this.#messages[at] = message;
  }
}

/** The index of the message with this time, or where it would be. */
function position(list: readonly StoredMessage[], ts: Ts): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.ts < ts) low = middle + 1;
    else high = middle;
  }
  return low;
}
