import { ConnectorError } from '../kit/errors.ts';
import type { RemoteId, RemoteItem } from '../kit/session.ts';
import { parentOf, remoteId, toItem } from './adapt.ts';
import type { Touched } from './events.ts';
import type { Gateway } from './gateway.ts';
import { itemAt, itemsPage } from './items.ts';
import { hasCode, isGone } from './refusals.ts';

/** From this many items on, the folder is listed instead: one page of a list replaces at least as many single calls. */
const TOGETHER = 10;

/**
 * The current state of the items; null if gone. An item that can’t be read at the moment is left out, so it stays
 * unchanged until its next event.
 */
export async function lookUp(
  gateway: Gateway,
  touched: readonly Touched[],
  signal: AbortSignal,
): Promise<Map<RemoteId, RemoteItem | null>> {
  const found = new Map<RemoteId, RemoteItem | null>();
  const byFolder = Map.groupBy(touched, ({ folder }) => folder);
  await Promise.all(
    [...byFolder]
      .filter(([, items]) => items.length >= TOGETHER)
      .map(([folder, items]) => findInFolder(gateway, folder, items, found, signal)),
  );
  const left = touched.filter(({ id }) => !found.has(id));
  await Promise.all(left.map(async ({ id }) => findOne(gateway, id, found, signal)));
  return found;
}

type Found = Map<RemoteId, RemoteItem | null>;

async function findInFolder(
  gateway: Gateway,
  folder: string,
  items: readonly Touched[],
  found: Found,
  signal: AbortSignal,
): Promise<void> {
  const wanted = new Set(items.map(({ id }) => id));
  let marker: string | null = null;
  try {
    for (let pages = Math.floor(items.length / TOGETHER); pages > 0; pages--) {
      const { entries, next_marker } = await itemsPage(gateway, folder, marker, signal);
      for (const item of entries) {
        const id = remoteId(item.type, item.id);
        if (wanted.delete(id)) found.set(id, toItem(item, parentOf(folder)));
      }
      marker = next_marker || null;
      if (marker === null || wanted.size === 0) return;
    }
  } catch (error) {
    // The folder is gone or refuses access, so its items are requested one by one.
    if (!isGone(error) && !hasCode(error, 'forbidden')) throw error;
  }
}

async function findOne(gateway: Gateway, id: RemoteId, found: Found, signal: AbortSignal): Promise<void> {
  try {
    found.set(id, await itemAt(gateway, id, signal));
  } catch (error) {
    if (isGone(error)) found.set(id, null);
    else if (!(error instanceof ConnectorError) || error.code !== 'forbidden') throw error;
  }
}
