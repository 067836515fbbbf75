import type { RemoteId, RemoteItem } from '../../kit/session.ts';
import { idOf, type OwnDrive, targetOf, toItem } from '../adapt.ts';
import type { Gateway } from '../gateway.ts';
import type { DriveItem, GraphPage, Ref } from '../graph.ts';

/**
 * A folder of another drive that the person has added to their own. It appears in the location they chose, under its
 * own id.
 */
export interface Shortcut {
  id: RemoteId;
  target: Ref;
  /** The shortcut’s item in this session. */
  item?: RemoteItem;
}

/** The maximum: each is walked every hour, and recorded in the cursor. */
export const maxShortcuts = 500;

export type Shortcuts = ReturnType<typeof createShortcuts>;

/**
 * The known shortcuts in the person’s own drive. Those in other people’s folders aren’t followed, so there are no
 * loops.
 */
export function createShortcuts(gateway: Gateway, own: () => Promise<OwnDrive>) {
  const noted = new Map<RemoteId, Shortcut>();
  let isComplete = false;

  const note = (items: readonly DriveItem[], driveId: string, mine: OwnDrive) => {
    for (const item of items) {
      const target = targetOf(item, driveId, mine);
      const id = idOf({ driveId, itemId: item.id });
      if (item.deleted || !target) noted.delete(id);
      else noted.set(id, { id, item: toItem(item, driveId, mine), target });
    }
  };
  /** If several shortcuts lead to one folder, the one with the lowest id shows it; the others are empty. */
  const ownerOf = (target: Ref): RemoteId | undefined =>
    [...noted.values()]
      .filter((shortcut) => isSame(shortcut.target, target))
      .map(({ id }) => id)
      .sort()[0];

  return {
    note,
    get: (id: RemoteId) => noted.get(id),
    isOwner: (id: RemoteId) => ownerOf(noted.get(id)!.target) === id,
    ownerOf,
    /** Marks that everything in the own drive was recorded. */
    noteComplete: () => {
      isComplete = true;
    },
    clear: () => {
      noted.clear();
      isComplete = false;
    },
    /** Loads the shortcuts that an earlier session found. */
    load(known: readonly Shortcut[]) {
      for (const shortcut of known) if (!noted.has(shortcut.id)) noted.set(shortcut.id, shortcut);
      isComplete = true;
    },
    /** All shortcuts, ordered by id. Requires reading the list of the own drive once, unless it was read before. */
    async all(signal?: AbortSignal): Promise<readonly Shortcut[]> {
      const mine = await own();
      if (!isComplete) {
        let link: string | null = null;
        do {
          const page: GraphPage<DriveItem> = await gateway.delta(mine.id, link, signal);
          note(page.value, mine.id, mine);
          link = page['@odata.nextLink'] ?? null;
        } while (link !== null);
        isComplete = true;
      }
      return [...noted.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    /** The actual location of a folder’s content. */
    async resolve(id: RemoteId, ref: Ref): Promise<Ref> {
      const mine = await own();
      if (ref.driveId !== mine.id) return ref;
      if (!noted.has(id)) note([await gateway.item(ref)], ref.driveId, mine);
      return noted.get(id)?.target ?? ref;
    },
  };
}

const isSame = (a: Ref, b: Ref) => a.itemId === b.itemId && a.driveId.toLowerCase() === b.driveId.toLowerCase();
