import type { Change, RemoteId, RemoteItem } from '../kit/session.ts';
import { walkTree } from '../kit/walk/walk.ts';
import { type OwnDrive, refOf, toItem } from './adapt.ts';
import { keyOf } from './cursor.ts';
import type { Gateway } from './gateway.ts';
import type { Drives } from './libraries/drives.ts';
import { listFolder } from './list-folder.ts';
import { hasCode } from './refusals.ts';

/**
 * The contents of a page’s folders that may just have been moved into a selected folder: a feed reports a moved folder
 * alone. A new or renamed folder looks the same, so it is listed as well.
 */
export async function* movedInside(
  gateway: Gateway,
  drives: Drives,
  roots: readonly string[] | null,
  changes: readonly Change<RemoteItem>[],
  signal: AbortSignal,
): AsyncGenerator<readonly RemoteItem[]> {
  if (roots === null) return;
  const own = await drives.own();
  const isRoot = new Set(roots);
  const parents = new Map<RemoteId, RemoteId | null>();
  const folders: RemoteItem[] = [];
  for (const change of changes) {
    if (change.kind !== 'upsert') continue;
    parents.set(change.item.id, change.item.parentId);
    if (change.item.kind === 'folder') folders.push(change.item);
  }
  const parentOf = async (id: RemoteId): Promise<RemoteId | null> => {
    let parent = parents.get(id);
    if (parent === undefined) {
      parent = await lookUpParent(gateway, own, id, signal);
      parents.set(id, parent);
    }
    return parent;
  };
  const found: RemoteItem[] = [];
  for (const folder of folders) {
    if (isRoot.has(keyOf(folder.id))) continue;
    let at = folder.parentId;
    while (at !== null && !isRoot.has(keyOf(at))) at = await parentOf(at);
    if (at !== null) found.push(folder);
  }
  const ids = new Set(found.map(({ id }) => id));
  // A folder below another of them is listed with it.
  const tops = found.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  if (tops.length === 0) return;
  const list = (folder: RemoteId, listing: AbortSignal) => listFolder(gateway, drives, own, folder, listing);
  for await (const { items } of walkTree({ roots: tops, list, parallel: () => 8, from: null, signal })) yield items;
}

export async function lookUpParent(
  gateway: Gateway,
  own: OwnDrive,
  id: RemoteId,
  signal: AbortSignal,
): Promise<RemoteId | null> {
  const ref = refOf(id);
  try {
    const item = await gateway.item(ref, signal);
    return item.root ? null : toItem(item, ref.driveId, own).parentId;
  } catch (error) {
    // The folder was deleted meanwhile; the feed reports that later.
    if (hasCode(error, 'not_found')) return null;
    throw error;
  }
}
