import type { AccountContext } from '../kit/connector.ts';
import type { EnumerateOptions, RemoteId } from '../kit/session.ts';
import type { DavFolder } from './account.ts';
import type { DavPath } from './protocol/paths.ts';

type Known = NonNullable<EnumerateOptions['known']>;

/** How often external storages are walked completely. */
const walkEveryMs = 60 * 60_000;
const maxMounts = 200;

/**
 * External storages that are mounted into a Nextcloud or ownCloud (another server’s share, a bucket). Others change
 * them without the server, which detects that only in a folder that somebody opens. So the ETags of folders in them,
 * and above them, don’t prove that nothing changed below. Now and then such folders are listed despite unchanged ETags,
 * which makes the server check them. The paths of the storages are stored with the account.
 */
export interface Mounts {
  /** Must be called with every listing, before its folders are compared. */
  see(folders: readonly DavFolder[]): void;
  /** Must be called for a folder at which the walk starts. */
  expect(id: RemoteId, path: DavPath): void;
  /** The revisions of folders, except unreliable ones. */
  trusting(known: Known): Known;
  /** Ends the walk. `isComplete` means that it visited everything that isn’t known to be unchanged. */
  walked(walk: { isComplete: boolean }): Promise<void>;
}

export async function openMounts(context: AccountContext): Promise<Mounts> {
  const { mounts: recorded = '', mountsWalkedAt = '' } = await context.fields();
  const before = recorded.split('\n').filter(Boolean);
  const isDue = !(context.now().getTime() - Date.parse(mountsWalkedAt) < walkEveryMs);
  const found = new Set<DavPath>();
  /** Folders in a listing that was read but not compared yet. */
  const doubtful = new Set<RemoteId>();

  const isOnTheWay = (path: DavPath) => before.some((mount) => mount.startsWith(path) || path.startsWith(mount));
  const doubt = (id: RemoteId | null, path: DavPath, isExternal: boolean) => {
    if (isDue && id !== null && (isExternal || isOnTheWay(path))) doubtful.add(id);
  };

  return {
    see([self, ...inside]) {
      if (!self) return;
      const isInside = self.isExternal && [...found, ...before].some((mount) => self.path.startsWith(mount));
      if (self.isExternal && !isInside) found.add(self.path);
      for (const { id, path, isExternal } of inside) {
        if (isExternal && !self.isExternal) found.add(path);
        doubt(id, path, isExternal);
      }
    },
    expect: (id, path) => doubt(id, path, false),
    trusting: (known) => async (ids) => {
      const asked = ids.filter((id) => !doubtful.delete(id));
      return asked.length === 0 ? new Map() : known(asked);
    },
    async walked({ isComplete }) {
      const all = isComplete && isDue ? [...found] : [...new Set([...before, ...found])];
      const mounts = all.sort().slice(0, maxMounts).join('\n');
      const isTold = mounts === recorded && (mounts === '' || !isDue);
      if (!isTold) await context.remember({ mounts, ...(isDue && { mountsWalkedAt: context.now().toISOString() }) });
    },
  };
}
