import type { Batch, Checkpoint, EnumerateOptions, RemoteId, RemoteItem } from './session.ts';
import { checkpointAt, keyOf, placeOf } from './walk-checkpoint.ts';
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
  let checkpoint: Checkpoint | null = null;
  let unavailable = 0;
  const isFull = () => batch.items.length + batch.failures.length + batch.unchanged.length >= batchSize;
  const flush = (at: Checkpoint) => {
    const full = { ...batch, checkpoint: at };
    batch = emptyBatch();
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
        let rest: readonly RemoteItem[] = listing.items;
        if (rest.length > batchSize) {
          const after = resume?.after ?? '';
          const keyed = rest.map((item) => ({ key: keyOf(item.id), item })).filter(({ key }) => key > after);
          keyed.sort(byKey);
          while (keyed.length > batchSize) {
            const slice = keyed.splice(0, batchSize);
            for (const { item } of slice) batch.items.push(item);
            yield flush(checkpointAt({ path, after: slice.at(-1)!.key }));
          }
          rest = keyed.map(({ item }) => item);
        }
        for (const item of rest) batch.items.push(item);
        checkpoint = null;
        if (isFull()) yield flush(checkpointAt({ path, after: null }));
        else checkpoint = checkpointAt({ path, after: null });
      }
      const next = resume?.path[depth] ?? '';
      const below = listing.folders.filter(({ key }) => key >= next);
      if (below.length > 0) frontier.push(below);
    }
    if (checkpoint) yield flush(checkpoint);
  } finally {
    frontier.close();
    over.abort();
  }
}

const emptyBatch = () => ({
  items: [] as RemoteItem[],
  failures: [] as Batch<RemoteItem>['failures'][number][],
  unchanged: [] as RemoteId[],
});
