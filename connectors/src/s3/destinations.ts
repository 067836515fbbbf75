import { plainError } from '../kit/errors.ts';
import type { RemoteId } from '../kit/session.ts';
import type { Bucket } from './bucket.ts';
import { isFolderId } from './keys.ts';
import { noSuchItem } from './protocol/gateway.ts';

const trustedMs = 10_000;

/**
 * Checks destinations of new items. A store has no real folders that could refuse, so their existence is checked here.
 */
export interface Destinations {
  /** The id of a new item in a folder, which must exist. */
  inside(parent: RemoteId | null, name: string): Promise<RemoteId>;
  /** Records that something is in the folder now, so that it isn’t checked again soon. */
  exists(parent: RemoteId | null): void;
  /** Throws `conflict` if a file has the id; for a folder’s id, if a file or a folder has that name. */
  expectFree(id: RemoteId): Promise<void>;
}

export function createDestinations(bucket: Bucket, now: () => Date): Destinations {
  const seen = new Map<string, number>();
  return {
    async inside(parent, name) {
      if (parent === null) return name as RemoteId;
      if (!isFolderId(parent)) throw noSuchItem();
      const isTrusted = (seen.get(parent) ?? 0) > now().getTime() - trustedMs;
      if (!isTrusted && !(await bucket.hasFolder(parent))) throw noSuchItem();
      return `${parent}${name}` as RemoteId;
    },
    exists(parent) {
      if (parent === null) return;
      if (seen.size >= 1000) seen.clear();
      seen.set(parent, now().getTime());
    },
    async expectFree(id) {
      const isFolder = isFolderId(id);
      const [file, folder] = await Promise.all([
        bucket.head(isFolder ? id.slice(0, -1) : id),
        isFolder && bucket.hasFolder(id),
      ]);
      if (file !== null || folder) throw isTaken();
    },
  };
}

export const isTaken = () => plainError('conflict', 'Something with that name is already there.');
