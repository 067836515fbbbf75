import type { RemoteItem } from '../kit/session.ts';
import type { OwnDrive } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import type { Drive, Ref } from './graph.ts';
import { type FollowedLibraries, followedLibraries, type Library, libraryFolder, noLibraries } from './libraries.ts';

export interface Drives {
  /** Requested once. */
  own(): Promise<OwnDrive & Pick<Drive, 'driveType'>>;
  /** The libraries of the sites that the person follows; none for personal accounts. Requested once. */
  followed(): Promise<FollowedLibraries>;
  libraryItem(library: Library): Promise<RemoteItem>;
  /** Where to put something; null is the top of the person's own drive. */
  folder(id: Ref | null): Promise<Ref>;
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
  return {
    own,
    followed,
    libraryItem: async (library) => libraryFolder(await gateway.root(library.id), library),
    async folder(ref) {
      if (ref !== null) return ref;
      const { id, rootId } = await own();
      return { driveId: id, itemId: rootId };
    },
  };
}

/** Requests it at the first use, and again only after a failure. */
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
