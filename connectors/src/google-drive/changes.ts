import type { AccountContext } from '../kit/connector.ts';
import { hasCode } from '../kit/google/refusals.ts';
import type { ChangeFeed, RemoteId, RemoteItem } from '../kit/session.ts';
import { toItem } from './adapt.ts';
import { scopeTest } from './confirm-unseen.ts';
import { type FeedCursor, formatCursor, parseCursor } from './feed-cursor.ts';
import { everythingIn, flatPages } from './flat-pages.ts';
import { followFeed, type ReadFeed } from './follow-feed.ts';
import type { Gateway, SharedDrive } from './gateway.ts';
import {
  allSharedDrives,
  readableDrives,
  SHARED_DRIVES,
  sharedDriveItem,
  sharedDriveOrNone,
} from './shared-drives/shared-drives.ts';

const WEEK = 7 * 24 * 3_600_000;

/**
 * Drive has one feed for the account, whatever the scope, and one for each shared drive, which report the last state of
 * each file once. A shared drive that is new is listed; one that the person left is deleted, at the end, since what it
 * held may have moved to another.
 *
 * With selected folders, the caller keeps an item if it is selected itself or in a folder that is kept, and treats any
 * other as deleted. In a page, folders come before files and both before deletions, but a file may come a page before
 * its folder: which items to keep is certain only when the feed has ended.
 */
export function changeFeed(
  account: AccountContext,
  gateway: Gateway,
  root: (signal?: AbortSignal) => Promise<string>,
): ChangeFeed<RemoteItem> {
  return {
    async start(scope) {
      const mine = await gateway.startPageToken();
      const drives = (await readableDrives(gateway)).drives ?? [];
      const tokens = await Promise.all(drives.map(async ({ id }) => [id!, await gateway.startPageToken(id!)] as const));
      const roots = scope.mode === 'selected' ? scope.roots : null;
      return formatCursor({ mine, drives: Object.fromEntries(tokens), roots });
    },

    async *since(at, signal) {
      const rootId = await root(signal);
      let position = parseCursor(at);
      const readable = await readableDrives(gateway, signal);
      const members = readable.drives ?? [];
      const isMember = (id: string) => members.some((drive) => drive.id === id);
      const known = Object.keys(position.drives);
      const left: string[] = [];
      for (const id of known) if (!isMember(id) && !(await sharedDriveOrNone(gateway, id, signal))) left.push(id);
      const read: ReadFeed = {
        gateway,
        rootId,
        hasOthers: known.length > 0 || members.length > 0,
        parentInScope: scopeTest(gateway, position.roots, signal),
        signal,
      };

      for await (const { changes, token } of followFeed(read, position.mine)) {
        position = { ...position, mine: token };
        yield { changes, cursor: formatCursor(position) };
      }
      for (const id of known.filter((one) => !left.includes(one)))
        for await (const { changes, token } of followFeed(read, position.drives[id]!, id)) {
          position = { ...position, drives: { ...position.drives, [id]: token } };
          yield { changes, cursor: formatCursor(position) };
        }
      for (const drive of members.filter(({ id }) => !known.includes(id!))) {
        const token = await gateway.startPageToken(drive.id!);
        for await (const items of contentsOf(gateway, drive, rootId, signal))
          yield { changes: items.map((item) => ({ kind: 'upsert', item }) as const), cursor: formatCursor(position) };
        position = { ...position, drives: { ...position.drives, [drive.id!]: token } };
        yield { changes: [], cursor: formatCursor(position) };
      }
      const { notIncluded } = readable;
      if (position.roots === null && notIncluded.some(({ count }) => count > 0))
        yield { changes: [], notIncluded, cursor: formatCursor(position) };
      if (left.length > 0) {
        position = withoutDrives(position, left);
        const gone = Object.keys(position.drives).length === 0 ? [...left, SHARED_DRIVES] : left;
        yield { changes: gone.map((id) => ({ kind: 'delete', id: id as RemoteId })), cursor: formatCursor(position) };
      }
    },

    /** Covers the account; changes by others in shared drives may arrive only with the next sync. */
    async watch({ name, url, secret }) {
      const expiresAt = new Date(account.now().getTime() + WEEK);
      const channel = await gateway.watch(await gateway.startPageToken(), {
        id: name,
        type: 'web_hook',
        address: url.href,
        token: secret,
        expiration: String(expiresAt.getTime()),
      });
      const { id, resourceId, expiration } = channel;
      return {
        id: JSON.stringify({ id, resourceId }),
        expiresAt: expiration ? new Date(Number(expiration)) : expiresAt,
      };
    },

    /** A channel that has expired already counts as success. */
    async unwatch(id) {
      const { id: channel, resourceId } = JSON.parse(id) as { id: string; resourceId: string };
      await gateway.stopChannel({ id: channel, resourceId }).catch((error: unknown) => {
        if (!hasCode(error, 'not_found')) throw error;
      });
    },
  };
}

async function* contentsOf(
  gateway: Gateway,
  drive: SharedDrive,
  rootId: string,
  signal: AbortSignal,
): AsyncGenerator<RemoteItem[]> {
  yield [allSharedDrives, sharedDriveItem(drive)];
  for await (const { files } of flatPages(gateway, everythingIn(drive.id!), undefined, signal))
    if (files.length > 0) yield files.map((file) => toItem(file, rootId));
}

const withoutDrives = ({ drives, ...position }: FeedCursor, left: readonly string[]): FeedCursor => ({
  ...position,
  drives: Object.fromEntries(Object.entries(drives).filter(([id]) => !left.includes(id))),
});
