import type { Channel, RemoteId } from '@sheaf/connectors';
import type { Executor } from '../../../db/pool.ts';
import { markGone } from '../../documents/index.ts';
import { channelDocument, dropMessages, threadItems, threadsNotGone } from '../../messages/index.ts';
import { type SyncState, saveState } from '../../sources/index.ts';
import { writeListed } from '../write-listed.ts';

const atOnce = 1_000;

/**
 * Marks what was only in these channels as gone, to be removed at the end of the run unless the brake holds: the source
 * may have returned half of its channels. Threads that are also in another channel move there and stay the same
 * documents; a thread with messages here and elsewhere loses those from here.
 */
export async function leaveChannels(
  tx: Executor,
  state: SyncState,
  chosen: readonly Channel[],
  left: readonly RemoteId[],
): Promise<void> {
  const ids = chosen.map(({ id }) => id);
  const smaller = await dropMessages(tx, state.id, { outside: ids, threads: null });
  await markGone(tx, state, left.map(channelDocument));
  const threads = [...new Set([...smaller, ...(await threadsNotGone(tx, state.id))])];
  for (let at = 0; at < threads.length; at += atOnce) {
    const { items, gone } = await threadItems(tx, state.id, threads.slice(at, at + atOnce), ids);
    await writeListed(tx, state, items);
    await markGone(tx, state, gone);
  }
  const wanted = state.settings.chat_selected?.map(({ id }) => id);
  // The person chose this after seeing how much is removed.
  if (wanted && left.some((id) => !wanted.includes(id))) await saveState(tx, state.id, { choice_changed: true });
}
