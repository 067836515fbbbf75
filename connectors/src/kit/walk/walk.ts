import type { Batch, RemoteId, RemoteItem } from '../session.ts';
import { formatCheckpoint, keyOf, parseCheckpoint, type WalkCheckpoint } from './checkpoint.ts';
import { createFrontier } from './frontier.ts';
import type { WalkOptions } from './options.ts';
import { byKey, createReader, isFatal, isUnavailable, type Listing } from './reader.ts';

/**
 * Enumerates a tree that can only be listed folder by folder. Many folders are listed at once, but reported depth first
 * in the order of their keys, so that the path to the last one is all a checkpoint needs. Resuming lists the folders on
 * that path again, and nothing else that was reported. A folder that can’t be listed is a failure, even one that isn’t
 * found although its parent just named it: its contents are unknown. A source that is unreachable or denies access, or
 * a root that isn’t an item and can’t be listed, ends the walk with its error.
 */
export async function* walkTree(options: WalkOptions): AsyncGenerator<Batch<RemoteItem>, void, undefined> {
  const { batchSize = 1000, signal } = options;
  const abandoned = new AbortController();
  const reader = createReader(options, AbortSignal.any([signal, abandoned.signal]));
  const frontier = createFrontier<RemoteId, Listing>({
    list: reader.list,
    sizeOf: ({ items }) => items.length,
    parallel: () => Math.max(1, options.parallel()),
  });
  let resume = parseCheckpoint(options.from);
  let batch = emptyBatch();
  let reached: WalkCheckpoint | null = null;
  let unavailable = 0;
  const isFull = () => batch.items.length + batch.failures.length + batch.unchanged.length >= batchSize;
  const flush = (upTo: WalkCheckpoint) => {
    const full = { ...batch, checkpoint: formatCheckpoint(upTo) };
    batch = emptyBatch();
    reached = null;
    return full;
  };

  try {
    signal.throwIfAborted();
    const first = resume?.path[0] ?? '';
    frontier.push(reader.roots.filter(({ key }) => key >= first));
    for (let visit = await frontier.next(); visit; visit = await frontier.next()) {
      signal.throwIfAborted();
      const { folder, listing, path } = visit;
      const depth = path.length;
      // Once the walk leaves the path of the checkpoint, everything is new.
      if (resume && (depth > resume.path.length || path.at(-1) !== resume.path[depth - 1])) resume = null;
      const isReported = resume !== null && (depth < resume.path.length || resume.after === null);
      unavailable = isUnavailable(listing.error) ? unavailable + 1 : 0;
      const isRoot = depth === 1;
      const isBareRoot = isRoot && reader.isBareRoot(folder.id);
      if (listing.error && isFatal(listing.error, { isRoot, isBareRoot, unavailable })) throw listing.error;

      if (!isReported || listing.error) {
        for (const failure of listing.failures) batch.failures.push(failure);
        for (const id of listing.unchanged) batch.unchanged.push(id);
        for (const { items, after } of slicesOf(listing.items, resume?.after ?? null, batchSize)) {
          for (const item of items) batch.items.push(item);
          reached = { path, after };
          if (isFull()) yield flush(reached);
        }
      }
      const next = resume?.path[depth] ?? '';
      const below = listing.folders.filter(({ key }) => key >= next);
      if (below.length > 0) frontier.push(below);
    }
    if (reached) yield flush(reached);
  } finally {
    frontier.close();
    abandoned.abort();
  }
}

/** The items of a folder; those of a large one in order and in parts, each with the key to continue after. */
function* slicesOf(
  items: readonly RemoteItem[],
  from: string | null,
  size: number,
): Generator<{ items: readonly RemoteItem[]; after: string | null }> {
  if (items.length <= size) return yield { items, after: null };
  const keyed = items.map((item) => ({ key: keyOf(item.id), item })).sort(byKey);
  const left = from === null ? keyed : keyed.filter(({ key }) => key > from);
  for (let at = 0; at === 0 || at < left.length; at += size) {
    const slice = left.slice(at, at + size);
    const isLast = at + size >= left.length;
    yield { items: slice.map(({ item }) => item), after: isLast ? null : slice.at(-1)!.key };
  }
}

const emptyBatch = () => ({
  items: [] as RemoteItem[],
  failures: [] as Batch<RemoteItem>['failures'][number][],
  unchanged: [] as RemoteId[],
});
