import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type {
  Change,
  ChangeFeed,
  ChangePage,
  Cursor,
  NotIncluded,
  RemoteId,
  RemoteItem,
  Scope,
} from '../kit/session.ts';
import { isNotebookPart, type OwnDrive, refOf } from './adapt.ts';
import { cursorOf, type FeedCursor, type Followed, keyOf, parseCursor } from './cursor.ts';
import { isStale, toShown } from './enumerate.ts';
import type { Gateway } from './gateway.ts';
import type { DriveItem, GraphPage } from './graph.ts';
import type { Drives } from './libraries/drives.ts';
import { followedLibraries, isKept, leftOutOf, libraryFolder, libraryId } from './libraries/libraries.ts';
import { movedInside } from './moved-inside.ts';
import { hasCode } from './refusals.ts';
import { followShared } from './shared/follow-shared.ts';
import { subscriptions } from './subscriptions.ts';

const HOUR = 3_600_000;

/**
 * Each drive has one feed of its own, whatever the scope. A moved folder is reported alone; so with selected folders,
 * the contents of a folder moved into them are listed and reported here as well. A deleted folder is reported with
 * everything below, and so is one that was restored from the recycle bin.
 */
export function changeFeed(account: AccountContext, gateway: Gateway, drives: Drives): ChangeFeed<RemoteItem> {
  const graph = account.urls.graph!;
  const cursor = (position: FeedCursor) => cursorOf(position, graph);

  return {
    async start(scope) {
      const roots = scope.mode === 'all' ? null : scope.roots.map(keyOf);
      const checkedAt = account.now().getTime();
      const followed = await followedDrives(gateway, drives, scope);
      const isFollowed = (root: RemoteId) => followed.some(({ id }) => id === refOf(root).driveId);
      // These are selected folders in other people’s drives.
      const others = scope.mode === 'all' ? [] : scope.roots.filter((root) => !isFollowed(root));
      const shared = others.map((id) => ({ id, walkedAt: checkedAt }));
      return cursor({ roots, checkedAt, startedAt: checkedAt, drives: followed, ...(shared.length > 0 && { shared }) });
    },

    async *since(at, signal, options = {}) {
      const position = parseCursor(at, graph);
      const own = await drives.own();
      if (position.isSharedKnown)
        drives.shortcuts.load(position.shared?.flatMap(({ id, target }) => (target ? [{ id, target }] : [])) ?? []);
      if (position.roots === null && account.now().getTime() - position.checkedAt > HOUR) {
        const found = await followSites(account, gateway, position, own, signal);
        yield { ...found, cursor: cursor(position) };
      }
      for (const drive of position.drives) yield* changesOf(gateway, drives, position, drive, cursor, signal);
      const page = (changes: readonly Change<RemoteItem>[], notIncluded: readonly NotIncluded[] = []) => ({
        changes,
        notIncluded,
        cursor: cursor(position),
      });
      const now = account.now().getTime();
      yield* followShared({ gateway, drives, position, now, signal, options, page });
    },

    ...subscriptions(account, gateway, drives),
  };
}

/** The drives in scope: with selected folders, those that contain them. Deleted libraries are left out. */
async function followedDrives(gateway: Gateway, drives: Drives, scope: Scope): Promise<Followed[]> {
  const own = await drives.own();
  const { libraries } = await drives.followed();
  const ids = new Set(
    scope.mode === 'all' ? [own.id, ...libraries.map(({ id }) => id)] : scope.roots.map((root) => refOf(root).driveId),
  );
  const follow = async (id: string): Promise<Followed[]> => {
    if (id === own.id) return [{ id, rootId: own.rootId, name: null, link: await gateway.latestDelta(id) }];
    try {
      const name = libraries.find((library) => library.id === id)?.name ?? 'Library';
      const [root, link] = await Promise.all([gateway.root(id), gateway.latestDelta(id)]);
      return [{ id, rootId: root.id, name, link }];
    } catch (error) {
      if (hasCode(error, 'not_found') || hasCode(error, 'forbidden')) return [];
      throw error;
    }
  };
  return (await Promise.all([...ids].map(follow))).flat();
}

/**
 * Adds the libraries of newly followed sites, and removes those of sites that the person no longer follows. If sites
 * couldn’t be read, their libraries stay.
 */
async function followSites(
  account: AccountContext,
  gateway: Gateway,
  position: FeedCursor,
  own: OwnDrive,
  signal: AbortSignal,
): Promise<Pick<ChangePage<RemoteItem>, 'changes' | 'notIncluded'>> {
  const followed = await followedLibraries(gateway, signal);
  const { libraries } = followed;
  const current = new Set([own.id, ...libraries.map(({ id }) => id)]);
  const left: Followed[] = [];
  for (const drive of position.drives)
    if (!current.has(drive.id) && !(await isKept(gateway, followed, drive.id, signal))) left.push(drive);
  const known = new Set(position.drives.map(({ id }) => id));
  const added = libraries
    .filter(({ id }) => !known.has(id))
    .map(async ({ id, name }) => ({ id, name, rootId: (await gateway.root(id, signal)).id, link: null }));
  position.drives = [...position.drives.filter((drive) => !left.includes(drive)), ...(await Promise.all(added))];
  position.checkedAt = account.now().getTime();
  const changes = left.map(({ id, rootId }) => ({ kind: 'delete', id: libraryId(id, rootId) }) as const);
  return { changes, notIncluded: leftOutOf(followed) };
}

async function* changesOf(
  gateway: Gateway,
  drives: Drives,
  position: FeedCursor,
  drive: Followed,
  cursor: (position: FeedCursor) => Cursor,
  signal: AbortSignal,
): AsyncGenerator<{ changes: Change<RemoteItem>[]; cursor: Cursor }> {
  const own = await drives.own();
  const listed = position.roots === null ? position.drives : [];
  for (;;) {
    signal.throwIfAborted();
    const page = await pageOf(gateway, drive, signal);
    if (page === null) return;
    drives.shortcuts.note(page.value, drive.id, own);
    const changes = toChanges(page.value, drive, own, listed);
    // The cursor stays until everything is reported: after an interruption the page is reported again.
    for await (const items of movedInside(gateway, drives, position.roots, changes, signal))
      yield { changes: items.map((item) => ({ kind: 'upsert', item })), cursor: cursor(position) };
    const next = page['@odata.nextLink'];
    drive.link = next ?? page['@odata.deltaLink'] ?? drive.link;
    yield { changes, cursor: cursor(position) };
    if (next === undefined) return;
  }
}

/** Null for a library that is inaccessible at the moment: its position is kept. */
async function pageOf(gateway: Gateway, drive: Followed, signal: AbortSignal): Promise<GraphPage<DriveItem> | null> {
  try {
    return await gateway.delta(drive.id, drive.link, signal);
  } catch (error) {
    if (drive.name !== null && hasCode(error, 'forbidden') && !isStale(error)) return null;
    if (isStale(error) || hasCode(error, 'not_found'))
      throw new ConnectorError('cursor_expired', 'OneDrive asks to list everything again', { cause: error });
    throw error;
  }
}

/** An item may be reported several times: the last one counts. */
function toChanges(
  items: readonly DriveItem[],
  drive: Followed,
  own: OwnDrive,
  listed: readonly Followed[],
): Change<RemoteItem>[] {
  const latest = new Map(items.map((item) => [item.id, item]));
  const changes = [...latest.values()].flatMap((item): Change<RemoteItem>[] => {
    if (item.root) {
      // Only reported for a library that is new here; otherwise the root only shows that something below has changed.
      if (drive.name === null || drive.link !== null) return [];
      return [{ kind: 'upsert', item: libraryFolder(item, { id: drive.id, name: drive.name }) }];
    }
    const change = toShown(item, drive.id, own, listed);
    if (item.deleted) return [{ kind: 'delete', id: change.id }];
    return isNotebookPart(item) ? [] : [{ kind: 'upsert', item: change }];
  });
  return inSafeOrder(changes);
}

/** Items that left a folder are reported before its deletion, so that they are not deleted along with it. */
const rank = (change: Change<RemoteItem>) => (change.kind !== 'upsert' ? 2 : change.item.kind === 'folder' ? 0 : 1);
const inSafeOrder = (changes: Change<RemoteItem>[]) => changes.sort((a, b) => rank(a) - rank(b));
