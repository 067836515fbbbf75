import type { RemoteId, RemoteItem } from '../kit/session.ts';
import { FolderLimit } from '../kit/walk/folder-limit.ts';
import { isNotebookPart, type OwnDrive, refOf, toItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import type { DriveItem, GraphPage } from './graph.ts';

/** All children of a folder; the sections of notebooks are left out. */
export async function listFolder(
  gateway: Gateway,
  own: OwnDrive,
  folder: RemoteId,
  signal: AbortSignal,
): Promise<{ items: RemoteItem[] }> {
  const ref = refOf(folder);
  const items: RemoteItem[] = [];
  const limit = new FolderLimit();
  try {
    let link: string | undefined;
    do {
      const page: GraphPage<DriveItem> = await gateway.children(ref, link, signal);
      limit.add(page.value.length);
      for (const item of page.value) if (!isNotebookPart(item)) items.push(toItem(item, ref.driveId, own));
      link = page['@odata.nextLink'];
    } while (link !== undefined);
  } finally {
    limit.end();
  }
  return { items };
}
