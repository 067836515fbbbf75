import type { Batch, Checkpoint, EnumerateOptions, RemoteId, RemoteItem } from './session.ts';
import { checkpointAt, keyOf, type Place, placeOf } from './walk-checkpoint.ts';
import { createFrontier } from './walk-frontier.ts';
import { byKey, createReader, isFatal, isUnavailable, type Listing } from './walk-reader.ts';

/** What is directly in a folder. */
export interface Listed {
  items: readonly RemoteItem[];
  failures?: Batch<RemoteItem>['failures'];
}

export interface WalkOptions {
  /** Folders to begin at. Given as an item, a root is told too, and skipped where `known` says it is unchanged. */
  roots: readonly (RemoteId | RemoteItem)[];
  /** All of one folder. The signal also ends when nobody wants the walk any more. */
  list(folder: RemoteId, signal: AbortSignal): Promise<Listed>;
  /** How many folders to list at once; asked again and again. */
  parallel(): number;
  from: Checkpoint | null;
  signal: AbortSignal;
  /** Only for sources whose folder revisions change with anything below. */
  known?: EnumerateOptions['known'];
  batchSize?: number;
}

/**
 * Enumerates a tree that can only be listed folder by folder. Many folders are listed at once, yet told depth first in
 * the order of their keys, so that the way to the last one is the whole checkpoint; going on lists that way again and
 * nothing else that was told. A folder that cannot be listed is a failure; one that has gone is nothing; a source that
 * cannot be reached or will not let us in ends the walk with its error.
 */
export async function* walkTree(options: WalkOptions): AsyncGenerator<Batch<RemoteItem>, void, undefined> {
  const { batchSize = 1000, signal } = options;
  const over = new AbortController();
  const reader = createReader(options, AbortSignal.any([signal, over.signal]));
  const frontier = createFrontier<RemoteId, Listing>({
    list: reader.list,
    sizeOf: ({ items }) => items.length,
    parallel: () => Math.max(1, options.parallel()),
  });
  let resume = placeOf(options.from);
  let batch = emptyBatch();
  let place: Place | null = null;
  let unavailable = 0;
  const isFull = () => batch.items.length + batch.failures.length + batch.unchanged.length >= batchSize;
  const flush = (upTo: Place) => {
    const full = { ...batch, checkpoint: checkpointAt(upTo) };
    batch = emptyBatch();
    place = null;
    return full;
  };

  try {
    signal.throwIfAborted();
    const first = resume?.path[0] ?? '';
    frontier.push(reader.roots.filter(({ key }) => key >= first));
    for (let visit = await frontier.next(); visit; visit = await frontier.next()) {
      signal.throwIfAborted();
      const { listing, path } = visit;
      const depth = path.length;
      // Once off the way of the checkpoint, everything is new.
      if (resume && (depth > resume.path.length || path.at(-1) !== resume.path[depth - 1])) resume = null;
      const isTold = resume !== null && (depth < resume.path.length || resume.after === null);
      unavailable = isUnavailable(listing.error) ? unavailable + 1 : 0;
      if (listing.error && isFatal(listing.error, { isRoot: depth === 1, unavailable })) throw listing.error;

      if (!isTold || listing.error) {
        for (const failure of listing.failures) batch.failures.push(failure);
        for (const id of listing.unchanged) batch.unchanged.push(id);
        for (const { items, after } of slicesOf(listing.items, resume?.after ?? null, batchSize)) {
          for (const item of items) batch.items.push(item);
          place = { path, after };
          if (isFull()) yield flush(place);
        }
      }
      const next = resume?.path[depth] ?? '';
      const below = listing.folders.filter(({ key }) => key >= next);
      if (below.length > 0) frontier.push(below);
    }
    if (place) yield flush(place);
  } finally {
    frontier.close();
    over.abort();
  }
}

/** The items of a folder; those of a large one in order and in parts, each with the key to go on after. */
function* slicesOf(
  items: readonly RemoteItem[],
  begun: string | null,
  size: number,
): Generator<{ items: readonly RemoteItem[]; after: string | null }> {
  if (items.length <= size) return yield { items, after: null };
  const keyed = items.map((item) => ({ key: keyOf(item.id), item })).sort(byKey);
  const left = begun === null ? keyed : keyed.filter(({ key }) => key > begun);
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
