import type { Run } from '../run/run-context.ts';
import type { WorkItem } from '../transfers.queries.ts';
import type { Folder } from './folder-names.ts';
import { isOneAccount } from './within-account.ts';

/** Whether its folder has to be looked into to know whether it is beside its original. */
export const mayBeBesideOriginal = (run: Run, item: WorkItem): boolean =>
  run.transfer.mode === 'copy' && run.transfer.repeat === null && item.parent_number === null && isOneAccount(run);

/** A copy that goes into the folder its original is in: it always gets a name of its own, whatever its content is. */
export const isBesideOriginal = (run: Run, folder: Folder, item: WorkItem): boolean =>
  mayBeBesideOriginal(run, item) && folder.find(item.name)?.some(({ id }) => id === item.remote_id) === true;

/**
 * The name of such a copy, which is on record before the copy is made: whoever resumes after a kill knows by it what is there
 * already, and makes no second one.
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

/** Of a copy that the app itself will make: whoever resumes after a kill knows it by its name. */
export async function recordName(run: Run, item: WorkItem, name: string): Promise<void> {
  if (run.transfer.mode !== 'copy' || item.new_name === name) return;
  await run.ledger.settled(item.number, { outcome: 'waiting', newName: name });
  item.new_name = name;
}

/** The copy was begun under that name, which was free. */
export const isOnRecord = (run: Run, item: WorkItem, name: string): boolean =>
  run.transfer.mode === 'copy' && run.transfer.repeat === null && isOneAccount(run) && item.new_name === name;
