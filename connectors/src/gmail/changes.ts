import { ConnectorError } from '../kit/errors.ts';
import { hasCode, refusalOf } from '../kit/google/refusals.ts';
import type { Cursor, RemoteId } from '../kit/remote.ts';
import type { MessageBatch } from '../kit/threads.ts';
import type { MessageFetcher, Wanted } from './fetch.ts';
import type { Gateway, GmailHistory, HistoryPage } from './gateway.ts';
import { isChannel } from './labels.ts';

/**
 * Reads the account’s history, whatever channels were chosen. A message is read completely if it is new or was added to
 * another channel, which may be the first that the caller wants; otherwise only its labels are read.
 */
export async function* changesSince(
  gateway: Gateway,
  fetcher: MessageFetcher,
  at: string,
  signal: AbortSignal,
): AsyncIterable<Omit<MessageBatch, 'present'>> {
  for (let start = at; ; ) {
    const { history = [], nextPageToken, historyId } = await pageAt(gateway, start, signal);
    // Records come in order, so each is a position to resume at; page tokens expire.
    const end = (nextPageToken === undefined ? historyId : history.at(-1)?.id) ?? historyId;
    for (let from = 0; from < history.length; from += recordsPerBatch) {
      const records = history.slice(from, from + recordsPerBatch);
      const cursor = (from + recordsPerBatch < history.length ? records.at(-1)!.id! : end) as Cursor;
      const { deleted, wanted } = sort(records);
      for await (const { last, ...fetched } of fetcher.fetch(wanted, signal))
        if (last !== wanted.at(-1)!.id) yield { ...fetched, cursor: start as Cursor };
        else yield { ...fetched, deleted: [...deleted, ...fetched.deleted], cursor };
      if (wanted.length === 0) yield { ...nothing, deleted, cursor };
      start = cursor;
    }
    if (end !== start) yield { ...nothing, cursor: end as Cursor };
    if (nextPageToken === undefined || history.length === 0) return;
    start = end;
  }
}

/** Few enough that frequently interrupted runs still finish a batch. */
const recordsPerBatch = 25;
/** After this many empty pages in a row, the list counts as broken. */
const maxEmptyPages = 100;
const nothing = { messages: [], marked: [], deleted: [], failures: [] } as const;

async function pageAt(gateway: Gateway, start: string, signal: AbortSignal): Promise<HistoryPage> {
  try {
    if (/^\d{1,30}$/.test(start)) return await firstPage(gateway, start, signal);
  } catch (error) {
    if (!hasCode(error, 'not_found') && refusalOf(error)?.status !== 400) throw error;
  }
  throw new ConnectorError('cursor_expired', 'Gmail no longer knows this place in its history');
}

/** The first page with records, or the last page: earlier ones may be empty. */
async function firstPage(gateway: Gateway, start: string, signal: AbortSignal): Promise<HistoryPage> {
  let page = await gateway.history(start, undefined, signal);
  for (let pages = 1; (page.history ?? []).length === 0 && page.nextPageToken !== undefined; pages++) {
    if (pages === maxEmptyPages) throw new ConnectorError('unavailable', 'Gmail answers with empty pages only');
    page = await gateway.history(start, page.nextPageToken, signal);
  }
  return page;
}

function sort(history: readonly GmailHistory[]): { deleted: RemoteId[]; wanted: Wanted[] } {
  const deleted = new Set<RemoteId>();
  const whole = new Set<RemoteId>();
  const marks = new Set<RemoteId>();
  const idOf = ({ message }: { message?: { id?: string | null } }) => message!.id as RemoteId;
  for (const record of history) {
    const { messagesAdded = [], messagesDeleted = [], labelsAdded = [], labelsRemoved = [], messages = [] } = record;
    // A record may only name messages, so anything may have happened to them.
    const isBare = [messagesAdded, messagesDeleted, labelsAdded, labelsRemoved].every(({ length }) => length === 0);
    if (isBare) for (const { id } of messages) if (id) whole.add(id as RemoteId);
    for (const one of messagesDeleted) deleted.add(idOf(one));
    for (const one of messagesAdded) whole.add(idOf(one));
    for (const one of labelsAdded) (one.labelIds?.some(isChannel) ? whole : marks).add(idOf(one));
    // A message that leaves the trash, spam or drafts is again in the channels of its other labels.
    for (const one of labelsRemoved) (one.labelIds?.some(isHidden) ? whole : marks).add(idOf(one));
  }
  const wanted = [...new Set([...whole, ...marks])].filter((id) => !deleted.has(id));
  return { deleted: [...deleted], wanted: wanted.map((id) => ({ id, isWhole: whole.has(id) })) };
}

const isHidden = (label: string) => label === 'TRASH' || label === 'SPAM' || label === 'DRAFT';
