import type { RemoteId, RemoteItem } from '../kit/session.ts';
import { FolderLimit } from '../kit/walk/folder-limit.ts';
import { isNotebookPart, type OwnDrive, refOf, toItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import type { DriveItem, GraphPage } from './graph.ts';
import type { Drives } from './libraries/drives.ts';

/**
 * Lists all children of a folder, except the sections of notebooks. In someone else’s folder, items that the person has
 * a shortcut to are also left out, because they are listed there.
 */
export async function listFolder(
  gateway: Gateway,
  { shortcuts }: Pick<Drives, 'shortcuts'>,
  own: OwnDrive,
  folder: RemoteId,
  signal: AbortSignal,
): Promise<{ items: RemoteItem[] }> {
  const shortcut = shortcuts.get(folder);
  if (shortcut && !shortcuts.isOwner(folder)) return { items: [] };
  const ref = shortcut?.target ?? refOf(folder);
  const items: RemoteItem[] = [];
  const limit = new FolderLimit();
  try {
    let link: string | undefined;
    do {
      const page: GraphPage<DriveItem> = await gateway.children(ref, link, signal);
      limit.add(page.value.length);
      shortcuts.note(page.value, ref.driveId, own);
      for (const item of page.value) {
        if (isNotebookPart(item) || shortcuts.ownerOf({ driveId: ref.driveId, itemId: item.id })) continue;
        items.push({ ...toItem(item, ref.driveId, own), ...(shortcut && { parentId: folder }) });
      }
      link = page['@odata.nextLink'];
    } while (link !== undefined);
  } finally {
    limit.end();
  }
  return { items };
}
