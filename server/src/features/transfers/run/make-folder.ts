import { ConnectorError, mapName, type RemoteItem } from '@sheaf/connectors';
import { isBesideOriginal, mayBeBesideOriginal, recordName, reserveBeside } from '../file/beside-original.ts';
import { Folder } from '../file/folder-names.ts';
import { parentOf } from '../file/transfer-file.ts';
import type { Settled } from '../ledger/ledger.ts';
import type { WorkItem } from '../transfers.queries.ts';
import type { Run } from './run-context.ts';

/** Uses an existing folder of that name, unless it is the original; if a file has the name, the folder gets another. */
export async function makeFolder(run: Run, item: WorkItem): Promise<Settled> {
  if (item.parent_number !== null && item.parent_remote_id === null)
    return { outcome: 'failed', reason: 'Its folder couldn’t be created.' };
  const beside = await copyBeside(run, item);
  const { made, isNew } = beside ? { made: beside, isNew: true } : await makeNew(run, item);
  const prefix = item.parent_number === null ? run.transfer.to_folder_name : item.parent_path;
  return {
    outcome: 'transferred',
    reason: made.name === item.name ? null : `Renamed to “${made.name}”.`,
    newName: made.name,
    newPath: prefix ? `${prefix}/${made.name}` : made.name,
    newRemoteId: made.id,
    newRevision: made.revision,
    isNew,
    arrival: { documentId: item.document_id, item: { ...made, parentId: parentOf(run, item) }, sha256: null },
  };
}

const maxNames = 20;

/** Null if it doesn't go beside its original. */
async function copyBeside(run: Run, item: WorkItem): Promise<RemoteItem | null> {
  if (!mayBeBesideOriginal(run, item)) return null;
  const parentId = parentOf(run, item);
  const folder = await run.names.of(parentId);
  if (!isBesideOriginal(run, folder, item)) return null;
  for (let tries = 1; ; tries++) {
    const name = await nameBeside(run, folder, item);
    try {
      const made = await run.to.writes.mkdir(parentId, name);
      folder.add(made);
      return made;
    } catch (error) {
      if (!(error instanceof ConnectorError && error.code === 'conflict') || tries === maxNames) throw error;
      await run.names.look(parentId);
    } finally {
      folder.release(name);
    }
  }
}

/** A folder with the recorded name was made before a kill. */
async function nameBeside(run: Run, folder: Folder, item: WorkItem): Promise<string> {
  const made = item.new_name !== null && folder.find(item.new_name)?.some(({ kind }) => kind === 'folder');
  return made ? item.new_name! : reserveBeside(run, folder, item, mapName(item.name, run.to.names).name);
}

/** For copies, also finds out whether the folder existed before; a recorded name was free. */
async function makeNew(run: Run, item: WorkItem): Promise<{ made: RemoteItem; isNew: boolean | undefined }> {
  if (run.transfer.mode !== 'copy') return { made: await firstPossible(run, item), isNew: undefined };
  if (item.parent_is_new) return { made: await firstPossible(run, item), isNew: true };
  const folder = await run.names.of(parentOf(run, item));
  const { name } = mapName(item.name, run.to.names);
  const isFree = folder.find(name) === null || item.new_name === name;
  if (isFree) await recordName(run, item, name);
  const made = await firstPossible(run, item);
  folder.add(made);
  return { made, isNew: isFree && made.name === name };
}

async function firstPossible(run: Run, item: WorkItem): Promise<RemoteItem> {
  const { to } = run;
  let refused: unknown;
  let tries = 0;
  for (const name of new Folder(to.names).variants(mapName(item.name, to.names).name)) {
    if (tries++ === maxNames) break;
    try {
      return await to.writes.mkdir(parentOf(run, item), name);
    } catch (error) {
      if (!(error instanceof ConnectorError && error.code === 'conflict')) throw error;
      refused = error;
    }
  }
  throw refused;
}
