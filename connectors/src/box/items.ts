import { ConnectorError } from '../kit/errors.ts';
import { answered } from '../kit/http/answered.ts';
import type { RemoteId, RemoteItem } from '../kit/session.ts';
import { FolderLimit } from '../kit/walk/folder-limit.ts';
import { type BoxItem, type BoxType, boxId, ITEM_FIELDS, ROOT, toItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import { BoxRefusal } from './refusals.ts';

const MAX_ITEMS = '1000';
const collections: Record<BoxType, string> = { file: 'files', folder: 'folders', web_link: 'web_links' };

export const pathOf = ({ type, id }: { type: BoxType; id: string }) => `${collections[type]}/${id}`;

export interface ItemPage {
  entries: BoxItem[];
  next_marker?: string | null;
}

/** One page of a folder. Markers stay valid while the folder changes, unlike offsets. */
export async function itemsPage(gateway: Gateway, folder: string, marker: string | null, signal?: AbortSignal) {
  const page = await gateway.api<ItemPage>(`folders/${folder}/items`, {
    query: { usemarker: 'true', limit: MAX_ITEMS, fields: ITEM_FIELDS, marker: marker ?? undefined },
    ...(signal && { signal }),
  });
  return answered(page, 'entries', 'Box');
}

/** A marker that Box no longer accepts. */
const isStaleMarker = (error: unknown): boolean =>
  error instanceof BoxRefusal && error.status === 400 && error.code === 'forbidden';

/** All items of a folder. */
export async function itemsOf(gateway: Gateway, folder: string, signal: AbortSignal): Promise<RemoteItem[]> {
  const parentId = folder === ROOT ? null : (`folder:${folder}` as RemoteId);
  const limit = new FolderLimit();
  try {
    for (let restarts = 0; ; restarts++) {
      const items: RemoteItem[] = [];
      try {
        let marker: string | null = null;
        do {
          const page: ItemPage = await itemsPage(gateway, folder, marker, signal);
          limit.add(page.entries.length);
          for (const item of page.entries) items.push(toItem(item, parentId));
          marker = page.next_marker || null;
        } while (marker !== null);
        return items;
      } catch (error) {
        if (!isStaleMarker(error) || restarts > 0) throw error;
        limit.end();
      }
    }
  } finally {
    limit.end();
  }
}

export const itemAt = async (gateway: Gateway, id: RemoteId, signal?: AbortSignal): Promise<RemoteItem> =>
  toItem(await boxItemAt(gateway, id, signal));

export async function boxItemAt(gateway: Gateway, id: RemoteId, signal?: AbortSignal): Promise<BoxItem> {
  const query = { fields: ITEM_FIELDS };
  const item = answered(
    await gateway.api<BoxItem>(pathOf(boxId(id)), { query, ...(signal && { signal }) }),
    'id',
    'Box',
  );
  if (item.item_status !== undefined && item.item_status !== 'active')
    throw new ConnectorError('not_found', 'The item is in the trash');
  return item;
}
