import type { Run } from '../run/run-context.ts';
import type { WorkItem } from '../transfers.queries.ts';
import type { Folder } from './folder-names.ts';
import { isOneAccount } from './within-account.ts';

/** Whether the item's folder must be checked to know if the copy goes beside its original. */
export const mayBeBesideOriginal = (run: Run, item: WorkItem): boolean =>
  run.transfer.mode === 'copy' && run.transfer.repeat === null && item.parent_number === null && isOneAccount(run);

/** Whether a copy goes into the folder of its original: it then always gets a name of its own, whatever its content. */
export const isBesideOriginal = (run: Run, folder: Folder, item: WorkItem): boolean =>
  mayBeBesideOriginal(run, item) && folder.find(item.name)?.some(({ id }) => id === item.remote_id) === true;

/**
 * Reserves the name of such a copy and records it before the copy is made, so that a run resumed after a kill
 * recognizes the copy by it and makes no second one.
 */
export async function reserveBeside(run: Run, folder: Folder, item: WorkItem, wanted: string): Promise<string> {
  if (item.new_name !== null && folder.find(item.new_name) === null) {
    folder.reserve(item.new_name);
    return item.new_name;
  }
  const name = folder.firstFree(wanted);
  folder.reserve(name);
  await recordName(run, item, name);
  return name;
}

/** Records the name of a copy that the app itself will make, so that a run resumed after a kill recognizes it. */
export async function recordName(run: Run, item: WorkItem, name: string): Promise<void> {
  if (run.transfer.mode !== 'copy' || item.new_name === name) return;
  await run.ledger.settled(item.number, { outcome: 'waiting', newName: name });
  item.new_name = name;
}

/** Whether the copy was started with this name, which was free then. */
export const isOnRecord = (run: Run, item: WorkItem, name: string): boolean =>
  run.transfer.mode === 'copy' && run.transfer.repeat === null && isOneAccount(run) && item.new_name === name;
