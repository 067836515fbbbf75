import { ConnectorError } from '../kit/errors.ts';
import type { Batch, Checkpoint, EnumerateOptions, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { walkTree } from '../kit/walk/walk.ts';
import { isNotebookPart, type OwnDrive, refOf, targetOf, toItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import type { DriveItem, GraphPage } from './graph.ts';
import { confirmLibraries, storedOf } from './libraries/confirm-libraries.ts';
import type { Drives } from './libraries/drives.ts';
import { type Library, leftOutOf, libraryFolder } from './libraries/libraries.ts';
import { listFolder } from './list-folder.ts';
import { hasCode, statusOf } from './refusals.ts';
import { closedFolders } from './shared/closed-folders.ts';
import { maxShortcuts } from './shared/shortcuts.ts';

/**
 * The phases: complete drives, by their feeds; then selected folders, one by one; then libraries that could not be
 * read.
 */
type EnumerationState =
  | { phase: 'drives'; drive: string | null; link: string | null }
  | { phase: 'folders'; at: Checkpoint | null }
  | { phase: 'confirm'; after: RemoteId | null }
  | { phase: 'done' };

/** A drive to list completely; the person’s own drive has a null name. */
type Listed = { id: string; library: Library | null };

/** The number of folders listed at once. */
const TOGETHER = 8;

export async function* enumerate(
  gateway: Gateway,
  drives: Drives,
  scope: Scope,
  options: EnumerateOptions,
): AsyncGenerator<Batch<RemoteItem>> {
  const { from, signal } = options;
  signal.throwIfAborted();
  const own = await drives.own();
  const state: EnumerationState = from === null ? { phase: 'drives', drive: null, link: null } : parseCheckpoint(from);
  if (state.phase === 'done') return;
  const { complete, folders, failures } = await plan(gateway, drives, own, scope, signal);
  if (state.phase === 'drives') {
    const at = complete.findIndex(({ id }) => id === state.drive);
    for (const [index, drive] of complete.slice(Math.max(at, 0)).entries()) {
      const next = complete[Math.max(at, 0) + index + 1];
      const after: EnumerationState = next
        ? { phase: 'drives', drive: next.id, link: null }
        : { phase: 'folders', at: null };
      const link = at >= 0 && index === 0 ? state.link : null;
      const isWhole = drive.library === null && link === null;
      if (isWhole) drives.shortcuts.clear();
      yield* listDrive(gateway, drives, drive, link, after, options);
      if (isWhole) drives.shortcuts.noteComplete();
    }
    if (failures.length > 0) yield batch([], { phase: 'folders', at: null }, failures);
  }
  const at = state.phase === 'folders' ? state.at : null;
  const list = (folder: RemoteId, listing: AbortSignal) => listFolder(gateway, drives, own, folder, listing);
  const shared = scope.mode === 'all' ? await sharedFolders(drives, complete, signal) : [];
  const walkable = shared.slice(0, maxShortcuts);
  const roots = state.phase === 'confirm' ? [] : [...folders, ...walkable.map(({ item, id }) => item ?? id)];
  const closed = new Set<RemoteId>();
  for await (const walked of walkTree({ roots, list, parallel: () => TOGETHER, from: at, signal })) {
    const isShared = ({ id }: { id: RemoteId }) => shared.some((shortcut) => shortcut.id === id);
    const unknown = walked.failures.filter(isShared).map(({ id }) => id);
    for (const id of unknown) closed.add(id);
    yield {
      ...walked,
      failures: walked.failures.filter((failure) => !isShared(failure)),
      unchanged: [...walked.unchanged, ...unknown],
      checkpoint: checkpointOf({ phase: 'folders', at: walked.checkpoint }),
    };
  }
  if (scope.mode === 'all') {
    const followed = await drives.followed();
    const notIncluded = [...leftOutOf(followed), closedFolders(closed.size + shared.length - walkable.length)];
    if (state.phase !== 'confirm') yield { ...batch([], { phase: 'confirm', after: null }), notIncluded };
    const listed = new Set([...complete.map(({ id }) => id), ...shared.map(({ target }) => target.driveId)]);
    const after = state.phase === 'confirm' ? state.after : null;
    const confirmed = confirmLibraries(gateway, followed, listed, after, options);
    for await (const { unchanged, after: last } of confirmed)
      yield { ...batch([], { phase: 'confirm', after: last }), unchanged };
  }
  yield batch([], { phase: 'done' });
}

/** Other people’s folders in the own drive, except those in libraries that are listed anyway. */
async function sharedFolders(drives: Drives, complete: readonly Listed[], signal: AbortSignal) {
  const shortcuts = await drives.shortcuts.all(signal);
  return shortcuts.filter(({ target }) => !complete.some(({ id }) => id === target.driveId));
}

/** Selected libraries are listed as complete drives. Selected folders that no longer exist are left out. */
async function plan(gateway: Gateway, drives: Drives, own: OwnDrive, scope: Scope, signal: AbortSignal) {
  const { libraries } = await drives.followed();
  const complete: Listed[] = [];
  const folders: RemoteItem[] = [];
  const failures: { id: RemoteId; error: ConnectorError }[] = [];
  if (scope.mode === 'all') {
    complete.push({ id: own.id, library: null }, ...libraries.map((library) => ({ id: library.id, library })));
    return { complete, folders, failures };
  }
  const look = async (id: RemoteId) => {
    try {
      const { driveId, itemId } = refOf(id);
      const item = await gateway.item({ driveId, itemId }, signal);
      const library = libraries.find((one) => one.id === driveId);
      drives.shortcuts.note([item], driveId, own);
      if (!item.root) folders.push(toItem(item, driveId, own));
      else if (library) complete.push({ id: driveId, library });
    } catch (error) {
      if (!hasCode(error, 'forbidden') && !hasCode(error, 'not_found')) throw error;
      if (error.code === 'forbidden') failures.push({ id, error });
    }
  };
  await Promise.all(scope.roots.map(look));
  complete.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { complete, folders, failures };
}

async function* listDrive(
  gateway: Gateway,
  drives: Drives,
  { id, library }: Listed,
  from: string | null,
  after: EnumerationState,
  options: EnumerateOptions,
): AsyncGenerator<Batch<RemoteItem>> {
  try {
    const own = await drives.own();
    const { libraries } = await drives.followed();
    for await (const page of pages(gateway, id, from, options.signal)) {
      const link = page['@odata.nextLink'];
      drives.shortcuts.note(page.value, id, own);
      const items = page.value.flatMap((item) => listed(item, id, own, library, libraries));
      yield batch(items, link === undefined ? after : { phase: 'drives', drive: id, link });
    }
  } catch (error) {
    // A library that became inaccessible or was deleted meanwhile doesn’t stop the others, and stays unchanged for now.
    if (library === null || !(hasCode(error, 'forbidden') || hasCode(error, 'not_found'))) throw error;
    const here: EnumerationState = { phase: 'drives', drive: id, link: null };
    for await (const unchanged of storedOf(gateway, id, options)) yield { ...batch([], here), unchanged };
    yield batch([], after);
  }
}

function listed(
  item: DriveItem,
  driveId: string,
  own: OwnDrive,
  library: Library | null,
  libraries: readonly Library[],
): RemoteItem[] {
  if (item.root) return library ? [libraryFolder(item, library)] : [];
  return item.deleted || isNotebookPart(item) ? [] : [toShown(item, driveId, own, libraries)];
}

/** A shortcut to a folder whose drive is listed completely is a link, because its contents are listed there. */
export function toShown(
  item: DriveItem,
  driveId: string,
  own: OwnDrive,
  drives: readonly { id: string }[],
): RemoteItem {
  const target = targetOf(item, driveId, own);
  const isThere = target !== null && drives.some(({ id }) => id === target.driveId);
  return isThere ? { ...toItem(item, driveId, own), kind: 'link' } : toItem(item, driveId, own);
}

/** Requests the next page while the caller stores this one. */
async function* pages(
  gateway: Gateway,
  driveId: string,
  from: string | null,
  signal: AbortSignal,
): AsyncGenerator<GraphPage<DriveItem>> {
  let page = gateway.delta(driveId, from, signal).catch((error: unknown) => {
    // Links expire: start again; the caller recognizes the items by their ids.
    if (from !== null && isStale(error)) return gateway.delta(driveId, null, signal);
    throw error;
  });
  for (;;) {
    const current = await page;
    const link = current['@odata.nextLink'];
    if (link === undefined) return yield current;
    page = gateway.delta(driveId, link, signal);
    page.catch(() => {});
    yield current;
  }
}

/** Whether Graph rejects a link. */
export const isStale = (error: unknown) => hasCode(error, 'cursor_expired') || statusOf(error) === 400;

const checkpointOf = (state: EnumerationState) => JSON.stringify(state) as Checkpoint;
const batch = (items: RemoteItem[], state: EnumerationState, failures: Batch<RemoteItem>['failures'] = []) => ({
  items,
  failures,
  unchanged: [],
  checkpoint: checkpointOf(state),
});

function parseCheckpoint(checkpoint: Checkpoint): EnumerationState {
  try {
    return JSON.parse(checkpoint);
  } catch (cause) {
    throw new ConnectorError('cursor_expired', 'Not a checkpoint of this connector', { cause });
  }
}
