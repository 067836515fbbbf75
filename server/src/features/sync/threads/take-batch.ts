import { type Channel, type MessageBatch, plainError, type RemoteId } from '@sheaf/connectors';
import type { Executor } from '../../../db/pool.ts';
import { markGone } from '../../documents/index.ts';
import {
  dropMessages,
  longestId,
  markMessages,
  safeHtml,
  settleChannel,
  storeMessages,
  threadItems,
} from '../../messages/index.ts';
import { notifyAccount, type SyncState } from '../../sources/index.ts';
import { advanceBatch } from '../batches.queries.ts';
import { clearFailures, keepFailures } from '../failures.ts';
import type { SyncRun } from '../sync-run.ts';
import { writeListed } from '../write-listed.ts';

export interface Taking {
  run: SyncRun;
  state: SyncState;
  chosen: readonly Channel[];
  /** The channel being read; null for a feed of all. */
  channel: RemoteId | null;
}

/** Makes bodies harmless before the transaction, and separates what can't be stored. */
export function prepareBatch(batch: MessageBatch): MessageBatch {
  const isLong = (...ids: string[]) => ids.some((id) => id.length > longestId);
  const [kept, long] = [[] as (typeof batch.messages)[number][], [] as (typeof batch.messages)[number][]];
  for (const message of batch.messages) (isLong(message.id, message.thread.id) ? long : kept).push(message);
  return {
    ...batch,
    messages: kept.map((message) =>
      message.body.type === 'html'
        ? { ...message, body: { type: 'html', value: safeHtml(message.body.value) } }
        : message,
    ),
    failures: [
      ...batch.failures,
      ...long.map(({ id }) => ({
        id: id.slice(0, longestId) as RemoteId,
        error: plainError('forbidden', 'Its id is too long for Sheaf.'),
      })),
    ],
  };
}

/** Stores a batch's messages and updates the documents of their threads, in the caller's transaction. */
export async function takeBatch(tx: Executor, taking: Taking, batch: MessageBatch): Promise<void> {
  const { run, state, channel } = taking;
  const chosen = taking.chosen.map(({ id }) => id);
  const ofChosen = ({ channelIds }: { channelIds: readonly RemoteId[] }) =>
    channelIds.some((id) => chosen.includes(id));
  // A feed also names messages of other channels; those that left a chosen channel are removed here.
  const elsewhere = [...batch.messages, ...batch.marked].filter((message) => !ofChosen(message)).map(({ id }) => id);
  const touched = [
    ...(await storeMessages(tx, state.id, batch.messages.filter(ofChosen))),
    ...(await markMessages(tx, state.id, batch.marked.filter(ofChosen))),
    ...(batch.present && channel ? await settleChannel(tx, state.id, channel, batch.present) : []),
    ...(await dropMessages(tx, state.id, { ids: [...batch.deleted, ...elsewhere] })),
  ];
  const outside = await dropMessages(tx, state.id, { outside: chosen, threads: touched });
  const threads = [...new Set([...touched, ...outside])];
  const { items, gone } = await threadItems(tx, state.id, threads, chosen);
  await writeListed(tx, state, items);
  await markGone(tx, state, gone);
  await clearFailures(
    tx,
    state.id,
    batch.messages.map(({ id }) => id),
  );
  const failures = batch.failures.map(({ id, error }) => ({ remoteId: id, name: 'A message', error }));
  await keepFailures(tx, state.id, failures);
  await advanceBatch(tx, run.batchId, { processed: batch.messages.length });
  await notifyAccount(tx, state.id);
}
