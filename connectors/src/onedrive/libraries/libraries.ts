import type { NotIncluded, RemoteId, RemoteItem } from '../../kit/session.ts';
import { idOf, toItem } from '../adapt.ts';
import type { Gateway } from '../gateway.ts';
import type { DriveItem, GraphPage } from '../graph.ts';
import { hasCode } from '../refusals.ts';

/** A document library of a site; it appears as a folder at the top of the account. */
export interface Library {
  id: string;
  name: string;
}

export interface FollowedLibraries {
  /** The libraries by id. */
  libraries: readonly Library[];
  /** False if some site could not be read: a library that isn’t listed here may still exist. */
  isComplete: boolean;
  /** The number of libraries beyond the limit. */
  leftOut: number;
}

/** The maximum, because each library has a feed that every sync requests. */
const maxLibraries = 500;
const atOnce = 8;

/** The message about libraries beyond the limit, even if there are none. */
export const leftOutOf = ({ leftOut }: FollowedLibraries): readonly NotIncluded[] => [
  {
    what: 'SharePoint libraries',
    count: leftOut,
    why: `Sheaf reads up to ${maxLibraries} libraries of an account. Unfollow sites you don’t need, or choose folders.`,
  },
];

export const noLibraries: FollowedLibraries = { libraries: [], isComplete: true, leftOut: 0 };

/** The libraries of the sites that a person follows, named as Microsoft's own client names their folders: “Site - Library”. */
export async function followedLibraries(gateway: Gateway, signal?: AbortSignal): Promise<FollowedLibraries> {
  const sites = await orUnknown(allPages((link) => gateway.followedSites(link, signal)));
  // The company has not allowed the app to see sites; the person’s own drive still works.
  if (sites === null) return { ...noLibraries, isComplete: false };
  const found: Library[] = [];
  let isComplete = true;
  for (let at = 0; at < sites.length; at += atOnce) {
    const some = sites.slice(at, at + atOnce).map(async ({ id, displayName }) => {
      const drives = await orUnknown(allPages((link) => gateway.siteDrives(id, link, signal)));
      if (drives === null) isComplete = false;
      for (const drive of drives ?? [])
        found.push({ id: drive.id, name: `${displayName ?? 'Site'} - ${drive.name ?? 'Documents'}` });
    });
    await Promise.all(some);
  }
  const libraries = [...new Map(found.map((library) => [library.id, library])).values()].sort(byId);
  const leftOut = Math.max(0, libraries.length - maxLibraries);
  return { libraries: libraries.slice(0, maxLibraries), isComplete, leftOut };
}

/**
 * Whether to keep a library that is no longer among those of followed sites: if some sites could not be read, only a
 * library that doesn’t exist was deleted.
 */
export async function isKept(
  gateway: Gateway,
  followed: FollowedLibraries,
  driveId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  return followed.isComplete && followed.leftOut === 0 ? false : isThere(gateway, driveId, signal);
}

/** Only the answer that there is no such drive proves that it was deleted. */
export async function isThere(gateway: Gateway, driveId: string, signal?: AbortSignal): Promise<boolean> {
  try {
    await gateway.root(driveId, signal);
    return true;
  } catch (error) {
    if (hasCode(error, 'not_found')) return false;
    if (hasCode(error, 'forbidden')) return true;
    throw error;
  }
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

async function allPages<Item>(ask: (link?: string) => Promise<GraphPage<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let link: string | undefined;
  do {
    const page: GraphPage<Item> = await ask(link);
    items.push(...page.value);
    link = page['@odata.nextLink'];
  } while (link !== undefined);
  return items;
}

/** Null if the answer is a refusal, which doesn’t prove anything. */
async function orUnknown<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'forbidden') || hasCode(error, 'not_found')) return null;
    throw error;
  }
}

const byId = (a: Library, b: Library) => (a.id < b.id ? -1 : 1);
