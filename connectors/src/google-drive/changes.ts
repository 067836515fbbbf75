import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { Change, ChangeFeed, Cursor, RemoteItem } from '../kit/session.ts';
import { toChange, toItem } from './adapt.ts';
import type { ChangePage, Gateway } from './gateway.ts';
import { hasCode, isStalePage } from './refusals.ts';
import { WALK_START, walkFolders } from './walk-folders.ts';

const WEEK = 7 * 24 * 3_600_000;

/**
 * Drive's feed is one for the whole account, whatever the scope, and tells the last state of each file once. Of a
 * folder that was moved, shared or taken out of the trash it tells the folder alone, so what lies below is listed
 * here and told as well. Of a folder that went, nothing below is told: it went with it.
 *
 * Of chosen folders, the caller keeps an item if it is chosen itself or lies in a folder that is kept, and takes any
 * other as deleted. In a page, folders come before files and both before deletions, but a file may come a page
 * before its folder: whether it is kept can be said for certain only when the feed is drained.
 */
export function changeFeed(
  account: AccountContext,
  gateway: Gateway,
  root: (signal?: AbortSignal) => Promise<string>,
): ChangeFeed<RemoteItem> {
  return {
    start: async () => (await gateway.startPageToken()) as Cursor,

    async *since(at, signal) {
      const rootId = await root(signal);
      for (let cursor: string = at; ; ) {
        const page = await pageAt(gateway, cursor, signal);
        const next = page.nextPageToken ?? page.newStartPageToken ?? cursor;
        const changes = inSafeOrder(
          page.changes.map((change) => toChange(change, rootId)).filter((change) => change !== null),
        );
        const moved = changes.flatMap((change) =>
          change.kind === 'upsert' && change.item.kind === 'folder' ? [change.item.id] : [],
        );
        // The cursor stays until all is told: whoever stops in between hears the page again.
        if (moved.length > 0) {
          yield { changes, cursor: cursor as Cursor };
          for await (const { files } of walkFolders(gateway, new Set(moved), WALK_START, signal)) {
            const below = files.map((file) => ({ kind: 'upsert', item: toItem(file, rootId) }) as const);
            if (below.length > 0) yield { changes: below, cursor: cursor as Cursor };
          }
        }
        if (moved.length > 0 || changes.length > 0 || next !== cursor) {
          yield { changes: moved.length > 0 ? [] : changes, cursor: next as Cursor };
        }
        if (page.nextPageToken === undefined) return;
        cursor = next;
      }
    },

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

    /** A channel that has ended by itself is success. */
    async unwatch(id) {
      const { id: channel, resourceId } = JSON.parse(id) as { id: string; resourceId: string };
      await gateway.stopChannel({ id: channel, resourceId }).catch((error: unknown) => {
        if (!hasCode(error, 'not_found')) throw error;
      });
    },
  };
}

async function pageAt(gateway: Gateway, cursor: string, signal: AbortSignal): Promise<ChangePage> {
  try {
    return await gateway.changes(cursor, signal);
  } catch (error) {
    if (isStalePage(error) || hasCode(error, 'not_found')) {
      throw new ConnectorError('cursor_expired', 'Google Drive no longer knows this place in its changes', {
        cause: error,
      });
    }
    throw error;
  }
}

/** What moved out of a folder is told before the folder is gone: whoever takes all below with it must not take that. */
const rank = (change: Change<RemoteItem>) => (change.kind !== 'upsert' ? 2 : change.item.kind === 'folder' ? 0 : 1);
const inSafeOrder = (changes: Change<RemoteItem>[]) => changes.sort((a, b) => rank(a) - rank(b));
