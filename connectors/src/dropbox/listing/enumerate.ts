import type { files } from 'dropbox';
import { ConnectorError } from '../../kit/errors.ts';
import type { Batch, Checkpoint, EnumerateOptions, RemoteId, RemoteItem, Scope } from '../../kit/session.ts';
import type { DropboxItem } from '../adapt.ts';
import type { Entry, Gateway, Metadata } from '../gateway.ts';
import { lookUp } from '../lookup.ts';
import { confirmUnseen } from './confirm-unseen.ts';
import { type Folder, IncompleteFolders } from './incomplete-folders.ts';
import { listPage } from './list-page.ts';
import { Parents } from './parents.ts';

const PAGE = 2000;

interface EnumerationState {
  /** The index of the folder being listed, and the position in its listing. */
  root: number;
  cursor: string | null;
  /** When its listing started, in milliseconds. */
  begunAt?: number;
  /** The folders that were empty so far; null if there are too many to record, absent at the beginning. */
  empty?: readonly Folder[] | null;
  /** The listing has ended; its empty folders are now listed on their own. */
  isListed?: true;
  /** Everything is listed; the stored items up to this one are confirmed. */
  confirmed?: RemoteId;
}

/**
 * Dropbox lists a folder recursively, but may leave out folders, or everything in one. So folders that only appear in
 * paths of other items are added, and those that came out empty are listed on their own. At the end, stored items that
 * were not listed are confirmed one by one.
 */
export async function* enumerate(
  gateway: Gateway,
  scope: Scope,
  { from, signal, unseen }: EnumerateOptions,
): AsyncGenerator<Batch<RemoteItem>> {
  const roots = scope.mode === 'all' ? [null] : scope.roots;
  let state = parseCheckpoint(from);
  for (let root = roots[state.root]; root !== undefined; root = roots[state.root]) {
    const following: EnumerationState = { root: state.root + 1, cursor: null };
    try {
      const own = root === null ? null : await lookUp(gateway, root);
      yield* listed(gateway, own, state, signal);
      yield batch([], following);
    } catch (error) {
      // A selected folder that cannot be read does not stop the others; one that no longer exists is skipped.
      const isOfThisRoot = error instanceof ConnectorError && ['forbidden', 'not_found'].includes(error.code);
      if (root === null || !isOfThisRoot) throw error;
      const failures = error.code === 'not_found' ? [] : [{ id: root, error }];
      yield { ...batch([], following), failures };
    }
    state = following;
  }
  if (unseen === undefined) return;
  const parents = new Parents(gateway);
  for await (const confirmed of confirmUnseen(gateway, scope, unseen, state.confirmed ?? null, signal)) {
    const items = await parents.place(confirmed.entries, signal);
    state = { root: roots.length, cursor: null, confirmed: confirmed.last };
    yield { ...batch(items, state), failures: confirmed.failures };
  }
}

async function* listed(
  gateway: Gateway,
  own: Metadata | null,
  { root, cursor: from, empty, isListed, begunAt = from === null ? Date.now() : 0 }: EnumerationState,
  signal: AbortSignal,
): AsyncGenerator<Batch<RemoteItem>> {
  const rootPath = own?.path_lower ?? '';
  const parents = new Parents(gateway);
  const incomplete = new IncompleteFolders(gateway, empty ?? [[rootPath, own?.id ?? '']], begunAt);
  for (let cursor = from, isOver = isListed ?? false; !isOver; ) {
    signal.throwIfAborted();
    const page = await next(gateway, own, cursor, signal);
    const entries = cursor === null && own !== null ? [own, ...page.entries] : page.entries;
    incomplete.note(entries);
    ({ cursor } = page);
    isOver = !page.has_more;
    // An interrupted listing whose empty folders were not recorded is read again from the beginning.
    const isUnknown = empty === null || (isOver && incomplete.empty() === null);
    const state: EnumerationState = {
      root,
      cursor,
      begunAt,
      empty: isUnknown ? null : incomplete.empty(),
      ...(isOver && { isListed: true }),
    };
    yield batch(
      await withUnlisted(parents, entries, rootPath, signal),
      isOver && isUnknown ? { root, cursor: null } : state,
    );
  }
  if (empty === null) yield* listed(gateway, own, { root, cursor: null }, signal);
  else
    for await (const entries of incomplete.contents(signal)) {
      const left = incomplete.empty();
      const state: EnumerationState =
        left === null ? { root, cursor: null } : { root, cursor: null, empty: left, isListed: true };
      yield batch(await parents.place(entries, signal), state);
    }
}

/** The entries as items, preceded by the folders above them that no entry was about. */
async function withUnlisted(
  parents: Parents,
  entries: readonly Entry[],
  root: string,
  signal: AbortSignal,
): Promise<DropboxItem[]> {
  let items = await parents.place(entries, signal);
  let found = parents.takeFound();
  while (found.length > 0) {
    const unlisted = found.filter(({ path_lower }) => path_lower?.startsWith(`${root}/`));
    items = [...(await parents.place(unlisted, signal)), ...items];
    found = parents.takeFound();
  }
  return items;
}

function next(
  gateway: Gateway,
  own: Metadata | null,
  cursor: string | null,
  signal: AbortSignal,
): Promise<files.ListFolderResult> {
  if (cursor !== null) return listPage(gateway, { cursor }, signal);
  const path = own === null ? '' : own.id;
  return listPage(gateway, { path, recursive: true, limit: PAGE }, signal);
}

const batch = (items: readonly RemoteItem[], state: EnumerationState): Batch<RemoteItem> => ({
  items,
  failures: [],
  unchanged: [],
  checkpoint: checkpointOf(state),
});
const checkpointOf = (state: EnumerationState) => JSON.stringify(state) as Checkpoint;

function parseCheckpoint(checkpoint: Checkpoint | null): EnumerationState {
  return checkpoint === null ? { root: 0, cursor: null } : (JSON.parse(checkpoint) as EnumerationState);
}
