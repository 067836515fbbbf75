import { ConnectorError } from '@sheaf/connectors';
import type { TransferOutcome } from '@sheaf/contract';
import { accountLease, saveState } from '../../sources/index.ts';
import { writeAsSynced } from '../ledger/arrivals.ts';
import type { Settled } from '../ledger/ledger.ts';
import type { Run } from '../run/run-context.ts';
import type { WorkItem } from '../transfers.queries.ts';

/** The source must have a trash: nothing is ever deleted for good. */
export const canTrashOriginal = ({ from }: Run): boolean => from.writes.trash !== undefined;

const left = 'Copied. The original couldn’t be moved to the trash.';
const changed = 'Copied. The original has changed since, so it stays.';

/** For a move: moves the original to the trash of the source, once the copy is verified and recorded. */
export async function trashOriginal(
  run: Run,
  item: WorkItem,
  outcome: TransferOutcome = 'transferred',
): Promise<Settled> {
  const { from } = run;
  try {
    const original = await from.files.stat(item.remote_id);
    if (item.kind !== 'native' && original.revision !== item.revision) return await stay(run, item, changed);
    await from.writes.trash!(item.remote_id);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    // It was trashed before a kill, or by someone else.
    if (error.code === 'not_found') return { outcome };
    if (error.code !== 'forbidden' && error.code !== 'conflict') throw error;
    return stay(run, item, left);
  }
  return { outcome };
}

/** Both exist: the document moved to the new place, so the original becomes a document of its own. */
async function stay(run: Run, item: WorkItem, reason: string): Promise<Settled> {
  await listOriginalAgain(run, item);
  return { outcome: 'transferred', reason };
}

/**
 * Writes the original as a document of its own. If it can't be read now, the next sync of its account lists everything
 * again and finds it.
 */
export async function listOriginalAgain({ lease, from }: Run, item: WorkItem): Promise<void> {
  // It isn't synced, so it was no document before.
  if (item.document_id === null) return;
  const original = await from.files.stat(item.remote_id).catch((error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error;
    return error.code === 'not_found' ? null : error;
  });
  if (original === null) return;
  await lease.write(async (tx) => {
    if (!(original instanceof ConnectorError)) return writeAsSynced(tx, from.account, [{ item: original }]);
    // A sync in progress would overwrite this cursor with its own; claiming its lease makes it start again.
    await accountLease(from.account.id).claim(tx);
    await saveState(tx, from.account.id, { cursor: null, listing_run: null, checkpoint: null });
  });
}
