/** A folder to visit; `key` determines its order among its siblings. */
export interface Folder<Id> {
  id: Id;
  key: string;
}

interface Level<Id, Listing> {
  folders: readonly Folder<Id>[];
  listings: (Promise<Listing> | undefined)[];
  /** How many have been visited, and how many have been requested. */
  visited: number;
  asked: number;
}

interface Options<Id, Listing> {
  /** Must not reject. */
  list(folder: Folder<Id>, depth: number): Promise<Listing>;
  sizeOf(listing: Listing): number;
  parallel(): number;
}

/** The most items of listings that wait for their turn; beyond it, only the folder whose turn it is gets listed. */
const maxHeld = 50_000;

/**
 * The folders still to be visited, depth first. The next ones are listed in advance. Memory holds the siblings along one
 * path and a bounded number of listings, never the complete tree.
 */
export function createFrontier<Id, Listing>({ list, sizeOf, parallel }: Options<Id, Listing>) {
  const levels: Level<Id, Listing>[] = [];
  let inFlight = 0;
  let held = 0;
  let isClosed = false;
  let freed = Promise.withResolvers<void>();

  function ask(level: Level<Id, Listing>, depth: number): void {
    const at = level.asked++;
    inFlight++;
    level.listings[at] = list(level.folders[at]!, depth).then((listing) => {
      inFlight--;
      held += sizeOf(listing) + 1;
      askAhead();
      freed.resolve();
      freed = Promise.withResolvers();
      return listing;
    });
  }

  function askAhead(): void {
    for (let depth = levels.length - 1; depth >= 0; depth--) {
      const level = levels[depth]!;
      while (level.asked < level.folders.length) {
        if (isClosed || inFlight >= parallel() || held >= maxHeld) return;
        ask(level, depth);
      }
    }
  }

  return {
    /** Adds folders below the one visited last, or at the root; they come before all others. */
    push(folders: readonly Folder<Id>[]): void {
      levels.push({ folders, listings: [], visited: 0, asked: 0 });
      askAhead();
    },
    /** The next folder in order, its listing, and the keys from the root to it. Null at the end. */
    async next(): Promise<{ folder: Folder<Id>; listing: Listing; path: string[] } | null> {
      while (levels.length > 0 && levels.at(-1)!.visited === levels.at(-1)!.folders.length) levels.pop();
      const level = levels.at(-1);
      if (!level) return null;
      const at = level.visited++;
      // This folder is next, so the limit on held items does not apply; but all slots may be in use.
      while (level.asked === at)
        if (inFlight < parallel()) ask(level, levels.length - 1);
        else await freed.promise;
      const listing = await level.listings[at]!;
      level.listings[at] = undefined;
      held -= sizeOf(listing) + 1;
      askAhead();
      return { folder: level.folders[at]!, listing, path: levels.map((one) => one.folders[one.visited - 1]!.key) };
    },
    /** Starts no more listings; those in progress end on their own. */
    close(): void {
      isClosed = true;
    },
  };
}
