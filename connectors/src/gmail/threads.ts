import { Readable } from 'node:stream';
import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { Cursor, Download, ReadOptions, RemoteId } from '../kit/remote.ts';
import type { ThreadReads } from '../kit/threads.ts';
import { partIdOf, RAW } from './adapt.ts';
import { changesSince } from './changes.ts';
import type { MessageFetcher } from './fetch.ts';
import type { Gateway } from './gateway.ts';
import { toChannels } from './labels.ts';
import { findPart } from './layout.ts';
import { channelReader, historyId } from './list-messages.ts';
import { lostHistory } from './lost-history.ts';

/** There is no `unwatch`: Gmail has one watch per mailbox, so ending an old one would end the new one as well. */
export function readThreads(account: AccountContext, gateway: Gateway, fetcher: MessageFetcher): ThreadReads {
  const lost = lostHistory(account);
  const raw = async (message: RemoteId, { signal }: ReadOptions = {}) =>
    download(await gateway.raw(message, signal), null, message);

  return {
    channels: async () => ({ items: toChannels(await gateway.labels()), next: null }),
    messages: channelReader(gateway, fetcher, lost),
    changes: {
      start: async () => (await historyId(gateway)) as Cursor,
      since: (at, signal) => lost.noticed(changesSince(gateway, fetcher, at, signal)),
    },
    raw,

    /** Gmail’s attachment ids differ at every read, so the part is looked up first. */
    async attachment(message, id, options = {}) {
      if (id === RAW) return raw(message, options);
      const found = await gateway.message(message, options.signal);
      const part = found?.payload && findPart(found.payload, partIdOf(id));
      const { attachmentId, data, size = null } = part?.body ?? {};
      const revision = `${message}/${id}`;
      if (attachmentId)
        return download(await gateway.attachment(message, attachmentId, options.signal), size, revision);
      if (!part || data === undefined) throw new ConnectorError('not_found', 'The message has no such attachment');
      return download(Readable.from([Buffer.from(data ?? '', 'base64url')]), size, revision);
    },

    /** Gmail publishes at the operator's topic, from which Pub/Sub posts to our webhook; it needs no secret of ours. */
    async watch() {
      const topic = account.settings?.pubsubTopic;
      if (!topic) return null;
      const { expiration } = await gateway.watch(topic);
      return { id: topic, expiresAt: new Date(Number(expiration)) };
    },
  };
}

/** Gmail doesn’t support ranges: the complete attachment is returned. */
const download = (body: Readable, size: number | null, revision: string): Download => ({
  body,
  size,
  startsAt: 0,
  revision,
  hashes: {},
});
