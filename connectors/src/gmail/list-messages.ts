import { z } from 'zod';
import { ConnectorError } from '../kit/errors.ts';
import { hasCode, refusalOf } from '../kit/google/refusals.ts';
import type { Cursor, RemoteId } from '../kit/remote.ts';
import type { MessageBatch, MessagesOptions } from '../kit/threads.ts';
import { changesSince } from './changes.ts';
import type { MessageFetcher } from './fetch.ts';
import type { Gateway, MessagePage } from './gateway.ts';
import { ALL_MAIL, listOf } from './labels.ts';
import type { LostHistory } from './lost-history.ts';

/** The position in a channel: first its list, page by page, then the history since before the list was started. */
const cursorShape = z.object({
  at: z.string().regex(/^\d{1,30}$/),
  /** Null for the first page; absent once the list is complete. */
  page: z.string().nullable().optional(),
  /** The last reported message of the page. */
  after: z.string().optional(),
});
type ListCursor = z.infer<typeof cursorShape>;

export function channelReader(gateway: Gateway, fetcher: MessageFetcher, lost: LostHistory) {
  return async function* read(channel: RemoteId, options: MessagesOptions): AsyncIterable<MessageBatch> {
    const { from, signal, known } = options;
    signal.throwIfAborted();
    if (channel !== ALL_MAIL) await gateway.label(channel, signal);
    const position: ListCursor =
      from === null ? { at: await historyId(gateway, signal), page: null } : parseCursor(from);
    const { page: first } = position;
    if (first === undefined) {
      yield* ofChannel(channel, changesSince(gateway, fetcher, position.at, signal));
      return;
    }
    const listed: RemoteId[] = [];
    const isLost = await lost.isLost();
    const isFromStart = first === null && position.after === undefined;
    for (let [page, after] = [first, position.after]; ; after = undefined) {
      const { messages = [], nextPageToken } = await pageAt(gateway, channel, page, signal);
      const all = [...new Set(messages.map(({ id }) => id as RemoteId))];
      listed.push(...all);
      // A page that has changed meanwhile is processed from its start.
      const ids = all.slice(all.indexOf(after as RemoteId) + 1);
      const held = await known(ids);
      const wanted = ids
        .filter((id) => !held.has(id) || (isLost && !lost.isFresh(id)))
        .map((id) => ({ id, isWhole: !held.has(id) }));
      const next = nextPageToken === undefined ? null : { at: position.at, page: nextPageToken };
      for await (const { last, ...fetched } of fetcher.fetch(wanted, signal)) {
        lost.refreshed(fetched);
        const isEnd = last === wanted.at(-1)!.id && next !== null;
        yield { ...fetched, cursor: cursorAt(isEnd ? next : { at: position.at, page, after: last }) };
      }
      if (next === null) break;
      page = next.page;
    }
    const ids = isFromStart ? listed : await allIds(gateway, channel, signal);
    yield { ...nothing, present: { since: null, ids }, cursor: cursorAt({ at: position.at }) };
  };
}

const nothing = { messages: [], marked: [], deleted: [], failures: [] } as const;

export const historyId = async (gateway: Gateway, signal?: AbortSignal): Promise<string> =>
  (await gateway.profile(signal)).historyId!;

/** The part of the account’s history that concerns the channel. */
async function* ofChannel(channel: RemoteId, batches: AsyncIterable<MessageBatch>): AsyncIterable<MessageBatch> {
  for await (const batch of batches) {
    const messages = batch.messages.filter(({ channelIds }) => channelIds.includes(channel));
    yield { ...batch, messages, cursor: cursorAt({ at: batch.cursor }) };
  }
}

const cursorAt = (position: ListCursor) => JSON.stringify(position) as Cursor;

function parseCursor(cursor: Cursor): ListCursor {
  try {
    return cursorShape.parse(JSON.parse(cursor));
  } catch (cause) {
    throw new ConnectorError('cursor_expired', 'This place in the mail cannot be read', { cause });
  }
}

async function pageAt(
  gateway: Gateway,
  channel: RemoteId,
  page: string | null,
  signal: AbortSignal,
): Promise<MessagePage> {
  try {
    return await gateway.list({ ...listOf(channel), pageToken: page ?? undefined }, signal);
  } catch (error) {
    const isRefused = refusalOf(error)?.status === 400 || hasCode(error, 'not_found');
    if (!isRefused) throw error;
    if (page === null) throw new ConnectorError('not_found', 'Gmail has no such label', { cause: error });
    throw new ConnectorError('cursor_expired', 'Gmail no longer knows this place in its list', { cause: error });
  }
}

async function allIds(gateway: Gateway, channel: RemoteId, signal: AbortSignal): Promise<RemoteId[]> {
  const ids: RemoteId[] = [];
  for (let page: string | null = null; ; ) {
    const { messages = [], nextPageToken }: MessagePage = await pageAt(gateway, channel, page, signal);
    for (const { id } of messages) ids.push(id as RemoteId);
    if (nextPageToken === undefined) return ids;
    page = nextPageToken;
  }
}
