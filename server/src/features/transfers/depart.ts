import { ConnectorError } from '@sheaf/connectors';
import type { TransferOutcome } from '@sheaf/contract';
import { writeAsSynced } from './arrivals.ts';
import type { Settled } from './ledger.ts';
import type { Run } from './run-context.ts';
import type { WorkItem } from './transfers.queries.ts';

/** The source has a trash: nothing is ever deleted for good. */
export const mayDepart = ({ from }: Run): boolean => from.writes.trash !== undefined;

const left = 'Copied; the original could not be moved to the trash.';
const changed = 'Copied; the original changed meanwhile and was left.';

/** Of a move, after the copy was proved and is on record: the original goes to the trash of the source. */
export async function depart(run: Run, item: WorkItem, outcome: TransferOutcome = 'transferred'): Promise<Settled> {
  const { from } = run;
  try {
    const original = await from.files.stat(item.remote_id);
    if (item.kind !== 'native' && original.revision !== item.revision) return await stay(run, item, changed);
    await from.writes.trash!(item.remote_id);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    // It was trashed before we were killed, or by somebody else.
    if (error.code === 'not_found') return { outcome };
    if (error.code !== 'forbidden' && error.code !== 'conflict') throw error;
    return stay(run, item, left);
  }
  return { outcome };
}

/** Both are there: the document went along to the new place, so the original is a document of its own again. */
async function stay({ services, from }: Run, item: WorkItem, reason: string): Promise<Settled> {
  const original = await from.files.stat(item.remote_id);
  await services.db.transaction().execute((tx) => writeAsSynced(tx, from.account, [{ item: original }]));
  return { outcome: 'transferred', reason };
}
