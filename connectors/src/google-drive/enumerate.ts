import { ConnectorError } from '../kit/errors.ts';
import { hasCode } from '../kit/google/refusals.ts';
import type { Batch, Checkpoint, EnumerateOptions, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { type DriveFile, toItem } from './adapt.ts';
import { confirmUnseen, scopeTest } from './confirm-unseen.ts';
import { type EnumerationRoots, enumerationRoots } from './enumeration-roots.ts';
import { everythingIn, flatPages } from './flat-pages.ts';
import type { Gateway } from './gateway.ts';
import { allSharedDrives, SHARED_DRIVES, sharedDriveItem } from './shared-drives/shared-drives.ts';
import { WALK_START, type WalkState, walkFolders } from './walk-folders.ts';

/**
 * The phases, in order: all items of the account in one flat list, or the selected folders themselves; each shared
 * drive in a list of its own; the contents of selected folders, or of those that others share; recently created items,
 * once more. At the end, stored items that were in none of these are confirmed one by one.
 */
type EnumerationState =
  | { phase: 'flat'; pageToken?: string }
  | { phase: 'drives'; driveId: string; pageToken?: string }
  | { phase: 'walk'; walk: WalkState }
  | { phase: 'recent'; driveId: string | null; pageToken?: string }
  | { phase: 'confirm'; after: RemoteId | null }
  | { phase: 'done' };

/** A checkpoint: the position of the enumeration, and when it started. */
type Begun = EnumerationState & { begun: number };

type Failures = Batch<RemoteItem>['failures'];

export async function* enumerate(
  gateway: Gateway,
  rootId: string,
  scope: Scope,
  options: EnumerateOptions & { now: Date },
): AsyncGenerator<Batch<RemoteItem>> {
  const { signal } = options;
  const from = parseCheckpoint(options.from, options.now);
  if (from.phase === 'done') return;
  const items = (files: readonly DriveFile[], parent?: string) => files.map((file) => toItem(file, rootId, parent));
  const toRead = from.phase === 'confirm' ? null : await enumerationRoots(gateway, scope, signal);

  if (toRead && from.phase === 'flat') {
    const { roots, failures } = toRead;
    const tops = [...(toRead.hasTop ? [allSharedDrives] : []), ...toRead.drives.map(sharedDriveItem)];
    const ofDrives = {
      unchanged: toRead.hasTop === null ? [SHARED_DRIVES] : [],
      notIncluded: toRead.notIncluded,
    };
    if (scope.mode === 'selected')
      yield { ...batch([...tops, ...items(roots)], afterFlat(toRead), failures), ...ofDrives };
    else
      for await (const { files, nextPageToken } of flatPages(gateway, everythingIn(null), from.pageToken, signal)) {
        const next: EnumerationState = nextPageToken ? { phase: 'flat', pageToken: nextPageToken } : afterFlat(toRead);
        yield nextPageToken ? batch(items(files), next) : { ...batch([...items(files), ...tops], next), ...ofDrives };
      }
  }
  if (toRead && (from.phase === 'flat' || from.phase === 'drives')) {
    const begin = from.phase === 'drives' ? from : null;
    const left = toRead.drives.filter(({ id }) => begin === null || id! >= begin.driveId);
    for (const [at, drive] of left.entries()) {
      const next: EnumerationState = left[at + 1]
        ? { phase: 'drives', driveId: left[at + 1]!.id! }
        : { phase: 'walk', walk: WALK_START };
      const pageToken = drive.id === begin?.driveId ? begin?.pageToken : undefined;
      yield* pagesOfDrive(drive.id!, pageToken, next);
    }
  }
  if (toRead && from.phase !== 'recent') {
    const walk = from.phase === 'walk' ? from.walk : WALK_START;
    for await (const { parent, files, state } of walkFolders(gateway, toRead.folders, walk, signal))
      if (files.length > 0) yield batch(items(files, parent), { phase: 'walk', walk: state });
    yield batch([], { phase: 'recent', driveId: null });
  }
  if (toRead) yield* recentlyMade([null, ...toRead.drives.map(({ id }) => id!)]);
  const confirmed = confirmUnseen(gateway, rootId, scope, from.phase === 'confirm' ? from.after : null, options);
  for await (const { items: found, failures, after } of confirmed)
    yield batch(found, { phase: 'confirm', after }, failures);
  yield batch([], { phase: 'done' });

  function batch(found: readonly RemoteItem[], at: EnumerationState, failures: Failures = []): Batch<RemoteItem> {
    const checkpoint = JSON.stringify({ ...at, begun: from.begun }) as Checkpoint;
    return { items: found, failures, unchanged: [], checkpoint };
  }

  /** Searches find new items seconds to minutes late, and the feed only has changes since the enumeration started. */
  async function* recentlyMade(drives: readonly (string | null)[]) {
    const parentInScope = scopeTest(gateway, scope.mode === 'all' ? null : scope.roots, signal);
    const since = new Date(from.begun - LATEST_MS).toISOString();
    const begin = from.phase === 'recent' ? from : null;
    const left = drives.slice(Math.max(0, drives.indexOf(begin?.driveId ?? null)));
    for (const [at, driveId] of left.entries()) {
      const following = left[at + 1];
      const next: EnumerationState = following
        ? { phase: 'recent', driveId: following }
        : { phase: 'confirm', after: null };
      const search = everythingIn(driveId);
      const pageToken = driveId === begin?.driveId ? begin.pageToken : undefined;
      const made = { ...search, q: `${search.q} and createdTime > '${since}'` };
      try {
        for await (const { files, nextPageToken } of flatPages(gateway, made, pageToken, signal)) {
          const found = await Promise.all(files.map(async (file) => ({ file, parent: await parentInScope(file) })));
          const inside = found.flatMap(({ file, parent }) => (parent === null ? [] : items([file], parent)));
          yield batch(inside, nextPageToken ? { phase: 'recent', driveId, pageToken: nextPageToken } : next);
        }
      } catch (error) {
        if (driveId === null || !(hasCode(error, 'not_found') || hasCode(error, 'forbidden'))) throw error;
        yield batch([], next);
      }
    }
  }

  /**
   * A drive that the person has just left is skipped; one that can’t be read is a failure, and its stored items stay.
   */
  async function* pagesOfDrive(driveId: string, pageToken: string | undefined, next: EnumerationState) {
    try {
      for await (const page of flatPages(gateway, everythingIn(driveId), pageToken, signal)) {
        const { files, nextPageToken } = page;
        yield batch(items(files), nextPageToken ? { phase: 'drives', driveId, pageToken: nextPageToken } : next);
      }
    } catch (error) {
      if (!hasCode(error, 'not_found') && !hasCode(error, 'forbidden')) throw error;
      const failures = hasCode(error, 'forbidden') ? [{ id: driveId as RemoteId, error: error as ConnectorError }] : [];
      yield batch([], next, failures);
    }
  }
}

/** More than the longest lag of a search ever seen plus the difference of clocks. */
const LATEST_MS = 3_600_000;
const DAY_MS = 24 * LATEST_MS;

const afterFlat = ({ drives: [first] }: EnumerationRoots): EnumerationState =>
  first ? { phase: 'drives', driveId: first.id! } : { phase: 'walk', walk: WALK_START };

function parseCheckpoint(checkpoint: Checkpoint | null, now: Date): Begun {
  if (checkpoint === null) return { phase: 'flat', begun: now.getTime() };
  try {
    return { begun: now.getTime() - DAY_MS, ...JSON.parse(checkpoint) };
  } catch (cause) {
    throw new ConnectorError('cursor_expired', 'Not a checkpoint of this connector', { cause });
  }
}
