/** A folder to visit; `key` gives its place among its siblings. */
export interface Folder<Id> {
  id: Id;
  key: string;
}

interface Level<Id, Listing> {
  folders: readonly Folder<Id>[];
  listings: (Promise<Listing> | undefined)[];
  /** How many have been visited, and how many have been asked for. */
  visited: number;
  asked: number;
}

interface Options<Id, Listing> {
  /** Must not reject. */
  list(folder: Folder<Id>, depth: number): Promise<Listing>;
  sizeOf(listing: Listing): number;
  parallel(): number;
}

/** Items of listings that came before their turn; beyond, only the folder whose turn it is gets listed. */
const mostHeld = 50_000;

/**
 * The folders that are still to be visited, depth first, while those next in line are already being listed. Memory
 * holds the siblings along one path and a bounded number of listings, never the tree.
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
        if (isClosed || inFlight >= parallel() || held >= mostHeld) return;
        ask(level, depth);
      }
    }
  }

  return {
    /** Below the folder visited last, or at the root; they come before everything that waits. */
    push(folders: readonly Folder<Id>[]): void {
      levels.push({ folders, listings: [], visited: 0, asked: 0 });
      askAhead();
    },
    /** The next folder in order, its listing, and the keys of the way to it. Null at the end. */
    async next(): Promise<{ folder: Folder<Id>; listing: Listing; path: string[] } | null> {
      while (levels.length > 0 && levels.at(-1)!.visited === levels.at(-1)!.folders.length) levels.pop();
      const level = levels.at(-1);
      if (!level) return null;
      const at = level.visited++;
      // Its turn has come before that of any other, however much is held; but the slots may be taken.
      while (level.asked === at)
        if (inFlight < parallel()) ask(level, levels.length - 1);
        else await freed.promise;
      const listing = await level.listings[at]!;
      level.listings[at] = undefined;
      held -= sizeOf(listing) + 1;
      askAhead();
      return { folder: level.folders[at]!, listing, path: levels.map((one) => one.folders[one.visited - 1]!.key) };
    },
    /** Asks no more; what is under way ends by itself. */
    close(): void {
      isClosed = true;
    },
  };
}
