import {
  type Channel,
  ConnectorError,
  type Cursor,
  type MessageBatch,
  type NotIncluded,
  plainError,
  type RemoteItem,
  type ThreadReads,
} from '@sheaf/connectors';
import type { SyncSettings } from '@sheaf/contract';
import {
  channelDocument,
  channelsOf,
  keepChannels,
  knownMessages,
  type ReadChannel,
  readChannelsAnew,
  saveChannel,
  storedMessages,
} from '../../messages/index.ts';
import { loadState, type SyncState, saveNotIncluded, saveState } from '../../sources/index.ts';
import { type SyncRun, sliceMs } from '../sync-run.ts';
import { writeListed } from '../write-listed.ts';
import { leaveChannels } from './leave-channels.ts';
import { prepareBatch, takeBatch } from './take-batch.ts';
import { withinLimit } from './within-limit.ts';

/** No one could choose from a longer list of channels. */
const maxListed = 50_000;

/**
 * Updates the messages of an account: reads each chosen channel to its end once, then follows the account's feed if
 * there is one, otherwise each channel. False when the time of the slice is up.
 */
export async function updateThreads(
  run: SyncRun,
  threads: ThreadReads,
  account: SyncState,
  isAnew = false,
): Promise<boolean> {
  const end = Date.now() + sliceMs;
  // Messages have no listings; 0 would mean that people put these documents here themselves.
  const state = { ...account, listing: Math.max(1, account.listing) };
  const wanted = chosenOf(state.settings, await allChannels(threads, run.signal));
  const { chosen, notIncluded } = withinLimit(wanted, await channelsOf(run.services.db, state.id));
  const slice: Slice = { run, threads, state, chosen, notIncluded, end, isAnew };
  // Started before anything is read, so that nothing is missed.
  const feed = threads.changes && (state.cursor ?? (await threads.changes.start()));
  const channels = await beginReading(slice, feed ?? null);
  for (const channel of channels) {
    if (channel.isComplete && (feed || channel.readIn === run.batchId)) continue;
    if (!(await readChannel(slice, channel))) return false;
  }
  return feed ? followFeed(slice, feed) : true;
}

interface Slice {
  run: SyncRun;
  threads: ThreadReads;
  state: SyncState;
  chosen: readonly Channel[];
  notIncluded: readonly NotIncluded[];
  /** When its time is up, in milliseconds. */
  end: number;
  /** Everything is read once more, since the feed's cursor was lost. */
  isAnew: boolean;
}

/** Without a choice: every channel, except those that are off unless chosen. */
function chosenOf({ chat_selected }: SyncSettings, channels: readonly Channel[]): Channel[] {
  if (!chat_selected) return channels.filter(({ isOff }) => !isOff);
  const ids = new Set(chat_selected.map(({ id }) => id));
  return channels.filter(({ id }) => ids.has(id));
}

async function allChannels(threads: ThreadReads, signal: AbortSignal): Promise<Channel[]> {
  // Sources may repeat an entry of a page on the next.
  const channels = new Map<Channel['id'], Channel>();
  let page: Cursor | null = null;
  do {
    const { items, next } = await threads.channels(page);
    signal.throwIfAborted();
    for (const channel of items) channels.set(channel.id, channel);
    page = next;
    if (channels.size > maxListed) throw plainError('forbidden', `More than ${maxListed} channels can’t be listed`);
  } while (page !== null);
  return [...channels.values()];
}

/** Stores the channels as folders. */
async function beginReading({ run, state, chosen, notIncluded }: Slice, feed: Cursor | null): Promise<ReadChannel[]> {
  const folders = chosen.map(
    ({ id, name }): RemoteItem => ({
      id: channelDocument(id),
      parentId: null,
      name,
      kind: 'folder',
      mimeType: null,
      size: null,
      modifiedAt: null,
      revision: '1',
      hashes: {},
    }),
  );
  return run.lease.write(async (tx) => {
    await writeListed(tx, state, folders);
    await saveNotIncluded(tx, state.id, notIncluded);
    await saveState(tx, state.id, { cursor: feed, listing: state.listing });
    const { channels, left } = await keepChannels(tx, state.id, chosen);
    if (left.length > 0) await leaveChannels(tx, state, chosen, left);
    return channels;
  });
}

/** Reads the channel again when the source no longer knows the cursor; throws the second time. */
async function readChannel(slice: Slice, channel: ReadChannel): Promise<boolean> {
  try {
    return await followChannel(slice, channel);
  } catch (error) {
    if (!isExpired(error)) throw error;
    return followChannel(slice, { ...channel, cursor: null, isComplete: false });
  }
}

/** Stores each batch with its cursor in one transaction, so that a killed run resumes at the batch. */
async function followChannel({ run, threads, state, chosen, end }: Slice, channel: ReadChannel): Promise<boolean> {
  const { services, lease, signal } = run;
  const options = {
    from: channel.cursor,
    signal,
    known: (ids: Parameters<typeof knownMessages>[2]) => knownMessages(services.db, state.id, ids),
    stored: (which: Parameters<typeof storedMessages>[3]) => storedMessages(services.db, state.id, channel.id, which),
  };
  let { cursor } = channel;
  for await (const batch of threads.messages(channel.id, options)) {
    const before = cursor;
    cursor = batch.cursor;
    const prepared = prepareBatch(batch);
    await lease.write(async (tx) => {
      await takeBatch(tx, { run, state, chosen, channel: channel.id }, prepared);
      await saveChannel(tx, state.id, { ...channel, cursor: batch.cursor });
    });
    if (isOver(end, before, batch)) return false;
  }
  signal.throwIfAborted();
  await lease.write((tx) => saveChannel(tx, state.id, { ...channel, cursor, isComplete: true, readIn: run.batchId }));
  return true;
}

/** As above. When the feed's cursor is lost, every channel is read again in the next slice. */
async function followFeed({ run, threads, state, chosen, end, isAnew }: Slice, from: Cursor): Promise<boolean> {
  const { lease, services, signal } = run;
  let before = from;
  try {
    for await (const batch of threads.changes!.since(from, signal)) {
      const prepared = prepareBatch(batch);
      await lease.write(async (tx) => {
        await takeBatch(tx, { run, state, chosen, channel: null }, prepared);
        await saveState(tx, state.id, { cursor: batch.cursor });
      });
      if (isOver(end, before, batch)) return false;
      before = batch.cursor;
    }
    signal.throwIfAborted();
    return true;
  } catch (error) {
    if (!isExpired(error) || isAnew) throw error;
    await lease.write(async (tx) => {
      await readChannelsAnew(tx, state.id);
      await saveState(tx, state.id, { cursor: null });
    });
    return updateThreads(run, threads, (await loadState(services.db, state.id))!, true);
  }
}

/** Only if the next slice would continue here: an interrupted look back starts again. */
const isOver = (end: number, from: Cursor | null, { cursor }: MessageBatch): boolean =>
  cursor !== from && Date.now() > end;

const isExpired = (error: unknown): boolean => error instanceof ConnectorError && error.code === 'cursor_expired';
