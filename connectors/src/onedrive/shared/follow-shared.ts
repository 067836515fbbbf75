import { ConnectorError } from '../../kit/errors.ts';
import type {
  Change,
  ChangeOptions,
  ChangePage,
  Checkpoint,
  NotIncluded,
  RemoteId,
  RemoteItem,
} from '../../kit/session.ts';
import { walkTree } from '../../kit/walk/walk.ts';
import { idOf, type OwnDrive, refOf, toItem } from '../adapt.ts';
import { type FeedCursor, keyOf, type SharedFolder } from '../cursor.ts';
import type { Gateway } from '../gateway.ts';
import type { Drives } from '../libraries/drives.ts';
import { listFolder } from '../list-folder.ts';
import { lookUpParent } from '../moved-inside.ts';
import { hasCode } from '../refusals.ts';
import { closedFolders } from './closed-folders.ts';
import { maxShortcuts } from './shortcuts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TOGETHER = 8;
/** The maximum number of ids of one shared folder held in memory to find deleted items. */
const MAX_SEEN = 200_000;

export interface FollowShared {
  gateway: Gateway;
  drives: Drives;
  position: FeedCursor;
  now: number;
  signal: AbortSignal;
  options: ChangeOptions;
  page(changes: readonly Change<RemoteItem>[], notIncluded?: readonly NotIncluded[]): ChangePage<RemoteItem>;
}

/**
 * Other people’s folders have no feed that we may read, so they are walked once an hour, and at once when they are new.
 * Folders that can’t be listed stay unchanged.
 */
export async function* followShared(follow: FollowShared): AsyncGenerator<ChangePage<RemoteItem>> {
  const { position, now } = follow;
  const wasKnown = position.isSharedKnown;
  const leftOut = await updateList(follow);
  // Finding the shortcuts took a while, so it is done once.
  if (!wasKnown) yield follow.page([]);
  const isFollowed = ({ target }: SharedFolder) =>
    position.roots === null && position.drives.some(({ id }) => id === target?.driveId);
  let closed = 0;
  let hasWalked = false;
  for (const folder of position.shared ?? []) {
    const isDue = folder.at !== undefined || now - folder.walkedAt >= HOUR;
    // A library that is followed has a feed of its own.
    if (!isDue || isFollowed(folder)) continue;
    hasWalked = true;
    if (!(yield* walkOne(follow, folder))) closed++;
  }
  if (hasWalked && position.roots === null) yield follow.page([], [closedFolders(closed + leftOut)]);
}

/** Adds new shortcuts and removes deleted ones; returns how many exceed the limit. */
async function updateList({ gateway, drives, position, signal }: FollowShared): Promise<number> {
  const own = await drives.own();
  const known = new Map((position.shared ?? []).map((folder) => [folder.id, folder]));
  const current: SharedFolder[] = (position.shared ?? []).filter(({ target }) => target === undefined);
  for (const { id, item, target } of await drives.shortcuts.all(signal)) {
    const before = known.get(id);
    if (item && !(await isInScope(gateway, own, position.roots, item, signal))) continue;
    // On the first call, everything was just listed.
    current.push({ walkedAt: position.isSharedKnown ? 0 : (position.startedAt ?? 0), ...before, id, target });
  }
  position.shared = current.slice(0, maxShortcuts);
  position.isSharedKnown = true;
  return current.length - position.shared.length;
}

async function isInScope(
  gateway: Gateway,
  own: OwnDrive,
  roots: readonly string[] | null,
  item: RemoteItem,
  signal: AbortSignal,
): Promise<boolean> {
  if (roots === null) return true;
  for (let at: RemoteId | null = item.id; at !== null; at = await lookUpParent(gateway, own, at, signal))
    if (roots.includes(keyOf(at))) return true;
  return false;
}

/** Returns false if it could not be opened. */
async function* walkOne(follow: FollowShared, folder: SharedFolder): AsyncGenerator<ChangePage<RemoteItem>, boolean> {
  const { gateway, drives, position, now, signal } = follow;
  const from = (folder.at ?? null) as Checkpoint | null;
  const done = () => {
    folder.walkedAt = now;
    delete folder.at;
  };
  const root = await itemOf(follow, folder.id);
  if (root === null) {
    done();
    return false;
  }
  const own = await drives.own();
  const list = (id: RemoteId, listing: AbortSignal) => listFolder(gateway, drives, own, id, listing);
  const seen = new Set<RemoteId>(folder.target ? [idOf(folder.target)] : []);
  let isWhole = from === null;
  let isClosed = false;
  for await (const batch of walkTree({ roots: [root], list, parallel: () => TOGETHER, from, signal })) {
    if (batch.failures.length > 0) isWhole = false;
    if (batch.failures.some(({ id }) => id === folder.id)) isClosed = true;
    for (const { id } of batch.items) if (seen.size < MAX_SEEN) seen.add(id);
    folder.at = batch.checkpoint;
    yield follow.page(batch.items.map((item) => ({ kind: 'upsert', item })));
  }
  done();
  const wasInterrupted = from !== null && !isClosed;
  yield follow.page(isWhole && seen.size < MAX_SEEN ? await goneFrom(follow, folder.id, seen) : []);
  // A folder that is too large to be walked at once needs a new listing to find deleted items.
  if ((wasInterrupted || seen.size >= MAX_SEEN) && now - (position.startedAt ?? now) > DAY)
    throw new ConnectorError('cursor_expired', 'A large shared folder is listed anew once a day');
  return !isClosed;
}

/** Null if it can’t be opened or was deleted, which the feed of the own drive reports. */
async function itemOf({ gateway, drives, signal }: FollowShared, id: RemoteId): Promise<RemoteItem | null> {
  const ref = refOf(id);
  try {
    return drives.shortcuts.get(id)?.item ?? toItem(await gateway.item(ref, signal), ref.driveId, await drives.own());
  } catch (error) {
    if (hasCode(error, 'forbidden') || hasCode(error, 'not_found')) return null;
    throw error;
  }
}

/**
 * The stored items below a completely walked folder that no longer exist. Each is requested, because lists have gaps.
 */
async function goneFrom(
  { gateway, options, signal }: FollowShared,
  folder: RemoteId,
  seen: ReadonlySet<RemoteId>,
): Promise<Change<RemoteItem>[]> {
  const gone: Change<RemoteItem>[] = [];
  if (!options.stored) return gone;
  for (let ids = await options.stored(folder, null); ids.length > 0; ids = await options.stored(folder, ids.at(-1)!))
    for (const id of ids)
      if (!seen.has(id) && (await isGone(gateway, id, seen, signal))) gone.push({ kind: 'delete', id });
  return gone;
}

async function isGone(gateway: Gateway, id: RemoteId, seen: ReadonlySet<RemoteId>, signal: AbortSignal) {
  const ref = refOf(id);
  try {
    const { parentReference } = await gateway.item(ref, signal);
    // The item was moved out of the folder.
    return parentReference?.id ? !seen.has(`${ref.driveId}/${parentReference.id}` as RemoteId) : false;
  } catch (error) {
    // The item is in no list and inaccessible: it was moved to where the person has no access.
    if (hasCode(error, 'not_found') || hasCode(error, 'forbidden')) return true;
    throw error;
  }
}
