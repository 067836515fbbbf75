import type { RemoteId, RemoteItem } from '../kit/session.ts';
import { idOf, type OwnDrive, toItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import type { Drive, DriveItem, Ref } from './graph.ts';
import { hasCode } from './refusals.ts';

/** A document library of a site; it appears as a folder at the top of the account. */
export interface Library {
  id: string;
  name: string;
}

/** A cursor has a link for each of them, and its size is limited. */
const MOST_LIBRARIES = 20;

export interface Drives {
  /** Requested once. */
  own(): Promise<OwnDrive & Pick<Drive, 'driveType'>>;
  /** The libraries of the sites that the person follows, by id; empty for personal accounts. Requested once. */
  libraries(): Promise<readonly Library[]>;
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
  const libraries = once(async () => {
    const { driveType } = await own();
    return driveType === 'personal' ? [] : followedLibraries(gateway);
  });
  return {
    own,
    libraries,
    libraryItem: async (library) => libraryFolder(await gateway.root(library.id), library),
    async folder(ref) {
      if (ref !== null) return ref;
      const { id, rootId } = await own();
      return { driveId: id, itemId: rootId };
    },
  };
}

/** The root of a library as a folder at the top of the account. */
export const libraryFolder = (root: DriveItem, { id, name }: Library): RemoteItem => ({
  ...toItem(root, id, { id, rootId: root.id }),
  parentId: null,
  name,
  kind: 'folder',
  modifiedAt: null,
  revision: root.id,
});

export const libraryId = (driveId: string, rootId: string): RemoteId => idOf({ driveId, itemId: rootId });

/** Named as Microsoft's own client names their folders: “Site - Library”. */
export async function followedLibraries(gateway: Gateway, signal?: AbortSignal): Promise<Library[]> {
  try {
    const { value: sites } = await gateway.followedSites(undefined, signal);
    const drives = await Promise.all(
      sites.slice(0, MOST_LIBRARIES).map(async (site) => {
        const { value } = await gateway.siteDrives(site.id, signal).catch(none);
        return value.map(({ id, name }) => ({ id, name: `${site.displayName ?? 'Site'} - ${name ?? 'Documents'}` }));
      }),
    );
    return drives
      .flat()
      .slice(0, MOST_LIBRARIES)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  } catch (error) {
    // The company has not allowed the app to see sites: the person's own drive works all the same.
    if (hasCode(error, 'forbidden')) return [];
    throw error;
  }
}

/** A site that was just deleted or closed does not hide the others. */
function none(error: unknown): { value: Drive[] } {
  if (hasCode(error, 'forbidden') || hasCode(error, 'not_found')) return { value: [] };
  throw error;
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
