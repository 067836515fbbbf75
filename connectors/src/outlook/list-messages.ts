import { z } from 'zod';
import { ConnectorError } from '../kit/errors.ts';
import type { Cursor, RemoteId } from '../kit/remote.ts';
import type { MessageBatch, MessageMarks, MessagesOptions } from '../kit/threads.ts';
import { toMarks } from './adapt.ts';
import type { Fetched, MessageFetcher } from './fetch.ts';
import { type Gateway, maxPerBatch } from './gateway.ts';
import type { GraphChange, GraphPage } from './graph.ts';
import { hasCode, statusOf } from './refusals.ts';

/** A position in a folder’s delta feed: first all its messages, page by page, then the changes since. */
const cursorShape = z.object({
  /** The next page to read, without Graph’s address; null for the first one. */
  link: z.string().startsWith('/').nullable(),
  isListing: z.boolean(),
});
type ListCursor = z.infer<typeof cursorShape>;

const nothing = { messages: [], marked: [], deleted: [], failures: [] } as const;

/** Reads a folder by its delta feed. A partly read page is read again: messages known by then are only marked. */
export function folderReader(graph: string, gateway: Gateway, fetcher: MessageFetcher) {
  return async function* read(channel: RemoteId, options: MessagesOptions): AsyncIterable<MessageBatch> {
    const { from, signal } = options;
    signal.throwIfAborted();
    let position: ListCursor = from === null ? { link: null, isListing: true } : parseCursor(from);
    /** Null if an earlier session has read the first pages. */
    const listed = position.isListing && position.link === null ? new Set<RemoteId>() : null;
    for (;;) {
      const page = await pageAt(channel, position.link, signal);
      note(page.value, listed);
      const { next, isEnd } = nextOf(page);
      const isListed = position.isListing && isEnd;
      const following: ListCursor = { link: next, isListing: position.isListing && !isEnd };
      // After a listing, the last batch is the one that names the folder’s messages.
      const last = isListed ? position : following;
      for await (const batch of batchesOf(channel, page.value, options, position.isListing))
        yield { ...batch.fetched, cursor: cursorAt(batch.isLast ? last : position) };
      if (isListed) {
        const ids = [...(listed ?? (await allIds(channel, signal)))];
        yield { ...nothing, present: { since: null, ids }, cursor: cursorAt(following) };
      }
      if (isEnd) return;
      position = following;
    }
  };

  /** The entries of a page become batches of at most 20 messages; marks come with the last one. */
  async function* batchesOf(
    channel: RemoteId,
    entries: readonly GraphChange[],
    { known, signal }: MessagesOptions,
    isListing: boolean,
  ): AsyncIterable<{ fetched: Fetched; isLast: boolean }> {
    const latest = new Map(entries.map((entry) => [entry.id as RemoteId, entry]));
    const here = [...latest.values()].filter((entry) => !entry['@removed'] && !entry.isDraft);
    const held = await known(here.map(({ id }) => id as RemoteId));
    const wanted = here.map(({ id }) => id as RemoteId).filter((id) => !held.has(id));
    const [marked, unclear]: [MessageMarks[], RemoteId[]] = [[], []];
    for (const entry of here.filter(({ id }) => held.has(id as RemoteId)))
      if (entry.flag) marked.push(toMarks(entry, channel));
      else unclear.push(entry.id as RemoteId);
    // Messages that left the folder may be in another one, so they are requested.
    const left = isListing ? [] : [...latest.values()].filter((entry) => entry['@removed']);
    const looked = await fetcher.marks([...unclear, ...left.map(({ id }) => id as RemoteId)], signal);
    const rest: Fetched = { ...looked, marked: [...marked, ...looked.marked] };
    for (let at = 0; at < wanted.length; at += maxPerBatch) {
      const fetched = await fetcher.whole(wanted.slice(at, at + maxPerBatch), signal);
      const isLast = at + maxPerBatch >= wanted.length;
      yield { fetched: isLast ? joined(fetched, rest) : fetched, isLast };
    }
    if (wanted.length === 0) yield { fetched: rest, isLast: true };
  }

  /** Lists with offsets aren’t used, because they miss a message if another one leaves during the listing. */
  async function allIds(channel: RemoteId, signal: AbortSignal): Promise<Set<RemoteId>> {
    const ids = new Set<RemoteId>();
    for (let link: string | null = null; ; ) {
      const page: GraphPage<GraphChange> = await pageAt(channel, link, signal);
      note(page.value, ids);
      const { next, isEnd } = nextOf(page);
      if (isEnd) return ids;
      link = next;
    }
  }

  async function pageAt(channel: RemoteId, link: string | null, signal: AbortSignal): Promise<GraphPage<GraphChange>> {
    try {
      return await gateway.delta(channel, link === null ? null : `${graph}${link}`, signal);
    } catch (error) {
      // Graph rejects the link. Without a link, no position is lost.
      if (link === null || (statusOf(error) !== 400 && !hasCode(error, 'cursor_expired'))) throw error;
      throw new ConnectorError('cursor_expired', 'Outlook no longer knows this place in the folder', { cause: error });
    }
  }

  /** A page with neither a next nor a delta link was cut off. */
  function nextOf(page: GraphPage<GraphChange>): { next: string; isEnd: boolean } {
    const link = page['@odata.nextLink'] ?? page['@odata.deltaLink'];
    if (!link?.startsWith(`${graph}/`))
      throw new ConnectorError('unavailable', 'Outlook’s list has no next or delta link');
    return { next: link.slice(graph.length), isEnd: page['@odata.nextLink'] === undefined };
  }
}

function note(entries: readonly GraphChange[], ids: Set<RemoteId> | null): void {
  for (const entry of entries) {
    if (entry['@removed']) ids?.delete(entry.id as RemoteId);
    else ids?.add(entry.id as RemoteId);
  }
}

const joined = (a: Fetched, b: Fetched): Fetched => ({
  messages: [...a.messages, ...b.messages],
  marked: [...a.marked, ...b.marked],
  deleted: [...a.deleted, ...b.deleted],
  failures: [...a.failures, ...b.failures],
});

const cursorAt = (position: ListCursor) => JSON.stringify(position) as Cursor;

function parseCursor(cursor: Cursor): ListCursor {
  try {
    return cursorShape.parse(JSON.parse(cursor));
  } catch (cause) {
    throw new ConnectorError('cursor_expired', 'This place in the mail cannot be read', { cause });
  }
}
