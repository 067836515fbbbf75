import type { RemoteId, RemoteItem } from '../../kit/session.ts';
import { type OwnDrive, refOf } from '../adapt.ts';
import type { Gateway } from '../gateway.ts';
import type { Drive, Ref } from '../graph.ts';
import { createShortcuts, type Shortcuts } from '../shared/shortcuts.ts';
import { type FollowedLibraries, followedLibraries, type Library, libraryFolder, noLibraries } from './libraries.ts';

export interface Drives {
  /** Requested once. */
  own(): Promise<OwnDrive & Pick<Drive, 'driveType'>>;
  /** The libraries of the sites that the person follows; none for personal accounts. Requested once. */
  followed(): Promise<FollowedLibraries>;
  libraryItem(library: Library): Promise<RemoteItem>;
  shortcuts: Shortcuts;
  /** The location of a folder’s content; null is the top of the person’s own drive. */
  folder(id: RemoteId | null): Promise<Ref>;
}

/** The drives of an account. */
export function createDrives(gateway: Gateway): Drives {
  const own = once(async () => {
    const drive = await gateway.myDrive();
    const root = await gateway.root(drive.id);
    return { id: drive.id, driveType: drive.driveType, rootId: root.id };
  });
  const followed = once(async () => {
    const { driveType } = await own();
    return driveType === 'personal' ? noLibraries : followedLibraries(gateway);
  });
  const shortcuts = createShortcuts(gateway, own);
  return {
    own,
    followed,
    libraryItem: async (library) => libraryFolder(await gateway.root(library.id), library),
    shortcuts,
    async folder(id) {
      if (id !== null) return shortcuts.resolve(id, refOf(id));
      const mine = await own();
      return { driveId: mine.id, itemId: mine.rootId };
    },
  };
}

/** Requests the value at first use, and again only after a failure. */
function once<T>(request: () => Promise<T>): () => Promise<T> {
  let held: Promise<T> | undefined;
  return () => {
    held ??= request().catch((error: unknown) => {
      held = undefined;
      throw error;
    });
    return held;
  };
}
