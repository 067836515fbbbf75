import { ConnectorError, plainError } from '../errors.ts';
import type { Batch, RemoteId, RemoteItem } from '../session.ts';
import { keyOf, maxDepth } from './checkpoint.ts';
import type { Folder } from './frontier.ts';
import type { WalkOptions } from './options.ts';

/** One folder, as a walk needs it. */
export interface Listing {
  items: readonly RemoteItem[];
  failures: Batch<RemoteItem>['failures'];
  unchanged: readonly RemoteId[];
  /** The folders below that have to be visited, in order. */
  folders: readonly Folder<RemoteId>[];
  /** Why the folder could not be listed. */
  error?: unknown;
}

const nothing: Listing = { items: [], failures: [], unchanged: [], folders: [] };
/** After this many unreachable folders in a row, the source itself counts as unreachable. */
const maxUnavailableInARow = 10;

/** Lists folders for a walk. Failures are returned as data. */
export function createReader({ roots, list, known }: WalkOptions, signal: AbortSignal) {
  const rootItems = new Map(roots.flatMap((root) => (typeof root === 'string' ? [] : [[root.id, root] as const])));
  const rootIds = new Set(roots.map((root) => (typeof root === 'string' ? root : root.id)));

  async function sortOut(folders: readonly RemoteItem[]): Promise<Pick<Listing, 'unchanged' | 'folders'>> {
    const before = known && folders.length > 0 ? await known(folders.map(({ id }) => id)) : null;
    const isUnchanged = ({ id, revision }: RemoteItem) => before?.get(id) === revision;
    return {
      unchanged: folders.filter(isUnchanged).map(({ id }) => id),
      folders: inOrder(folders.filter((folder) => !isUnchanged(folder)).map(({ id }) => id)),
    };
  }

  async function read(id: RemoteId, root: RemoteItem | undefined): Promise<Listing> {
    if (root && (await sortOut([root])).unchanged.length > 0) return { ...nothing, items: [root], unchanged: [id] };
    const { items, failures = [] } = await list(id, signal);
    const below = await sortOut(items.filter(({ kind }) => kind === 'folder'));
    return { items: root ? [root, ...items] : items, failures, ...below };
  }

  return {
    roots: inOrder([...rootIds]),
    /** Whether it is a root that isn’t an item: such a root has no other path, so neither does anything below it. */
    isBareRoot: (id: RemoteId) => rootIds.has(id) && !rootItems.has(id),
    async list({ id }: Folder<RemoteId>, depth: number): Promise<Listing> {
      try {
        if (depth >= maxDepth) throw plainError('forbidden', `It’s in more than ${maxDepth} folders`);
        return await read(id, depth === 0 ? rootItems.get(id) : undefined);
      } catch (error) {
        if (!(error instanceof ConnectorError)) return { ...nothing, error };
        return { ...nothing, error, failures: [{ id, error }] };
      }
    },
  };
}

const inOrder = (ids: readonly RemoteId[]): Folder<RemoteId>[] => ids.map((id) => ({ id, key: keyOf(id) })).sort(byKey);

export const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

export const isUnavailable = (error: unknown): boolean =>
  error instanceof ConnectorError && error.code === 'unavailable';

/** Whether an error concerns the source itself, and not just one folder. */
export function isFatal(error: unknown, seen: { isRoot: boolean; isBareRoot: boolean; unavailable: number }): boolean {
  if (!(error instanceof ConnectorError) || seen.isBareRoot) return true;
  switch (error.code) {
    case 'forbidden':
    case 'not_found':
    case 'conflict':
    case 'corrupt':
      return false;
    case 'unavailable':
      return seen.isRoot || seen.unavailable >= maxUnavailableInARow;
    default:
      return true;
  }
}
