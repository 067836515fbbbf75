import type { Cursor, RemoteId } from '../../remote.ts';
import type { Message, MessageBatch, MessagesOptions, ThreadReads } from '../../threads.ts';

/** A copy of messages made only from what the connector reported, like the product’s own copy. */
export class MessageMirror {
  readonly messages = new Map<RemoteId, Message>();
  cursor: Cursor | null = null;

  /** Follows one channel until it is up to date, or for a number of batches. */
  async follow(
    threads: ThreadReads,
    channel: RemoteId,
    maxBatches = Number.POSITIVE_INFINITY,
  ): Promise<MessageBatch[]> {
    const seen: MessageBatch[] = [];
    const { signal } = new AbortController();
    const known = async (ids: readonly RemoteId[]) => new Set(ids.filter((id) => this.messages.has(id)));
    const stored: MessagesOptions['stored'] = async (which) =>
      this.of(channel)
        .filter(({ sentAt, thread }) =>
          'threads' in which ? which.threads.includes(thread.id) : sentAt >= which.from && sentAt < which.before,
        )
        .map(({ id }) => id);
    for await (const batch of threads.messages(channel, { from: this.cursor, signal, known, stored })) {
      this.take(batch, channel);
      seen.push(batch);
      if (seen.length === maxBatches) break;
    }
    return seen;
  }

  take(batch: MessageBatch, channel: RemoteId | null): void {
    for (const message of batch.messages) this.messages.set(message.id, message);
    for (const { id, ...marks } of batch.marked) {
      const message = this.messages.get(id);
      if (message) this.messages.set(id, { ...message, ...marks });
    }
    for (const id of batch.deleted) this.messages.delete(id);
    if (batch.present && channel) this.#keepOnly(channel, batch.present);
    this.cursor = batch.cursor;
  }

  /** Texts of a channel’s messages in the order they were sent. */
  texts(channel: RemoteId): string[] {
    return this.of(channel).map(({ body }) => body.value.replace(/<[^>]*>/g, '').trim());
  }

  of(channel: RemoteId): Message[] {
    return [...this.messages.values()]
      .filter(({ channelIds }) => channelIds.includes(channel))
      .sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  #keepOnly(channel: RemoteId, { since, ids }: NonNullable<MessageBatch['present']>): void {
    const kept = new Set(ids);
    for (const message of this.of(channel)) {
      if ((since && message.sentAt < since) || kept.has(message.id)) continue;
      const channelIds = message.channelIds.filter((id) => id !== channel);
      if (channelIds.length === 0) this.messages.delete(message.id);
      else this.messages.set(message.id, { ...message, channelIds });
    }
  }
}
