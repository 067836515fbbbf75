import { plainError } from '../kit/errors.ts';
import type { RemoteId } from '../kit/session.ts';
import type { Bucket } from './bucket.ts';
import { isFolderId } from './keys.ts';
import { noSuchItem } from './protocol/gateway.ts';

const trustedMs = 10_000;

/** Where something new may go. A store has no folders that could refuse, so they are looked for. */
export interface Destinations {
  /** The id of what is to be in a folder, which has to be there. */
  inside(parent: RemoteId | null, name: string): Promise<RemoteId>;
  /** Something is in the folder now, so it need not be looked for again soon. */
  exists(parent: RemoteId | null): void;
  /** Throws `conflict` where a file has the id; for a folder’s id, a file or a folder of that name. */
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
