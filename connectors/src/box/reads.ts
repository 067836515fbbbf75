import { Readable } from 'node:stream';
import { ConnectorError } from '../kit/errors.ts';
import type { Cursor, Download, FileReads, ReadOptions, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { walkTree } from '../kit/walk/walk.ts';
import { boxId, folderNumber, parentOf, ROOT, remoteId, toItem } from './adapt.ts';
import { createChanges } from './changes.ts';
import type { Gateway } from './gateway.ts';
import { itemAt, itemsOf, itemsPage } from './items.ts';
import { isGone } from './refusals.ts';

/** Folders requested at once; the account's pacer decides how many requests are sent. */
const AHEAD = 16;

export function createReads(gateway: Gateway, now: () => Date): FileReads {
  return {
    async *enumerate(scope, { from, signal }) {
      yield* walkTree({
        roots: await rootsOf(gateway, scope, signal),
        list: async (folder, over) => ({ items: await itemsOf(gateway, folderNumber(folder), over) }),
        parallel: () => AHEAD,
        from,
        signal,
      });
    },
    changes: createChanges(gateway, now),

    async browse(parent, page) {
      const folder = folderNumber(parent);
      const { entries, next_marker } = await itemsPage(gateway, folder, page);
      return { items: entries.map((item) => toItem(item, parentOf(folder))), next: (next_marker || null) as Cursor };
    },

    stat: (id) => itemAt(gateway, id),
    download: (id, options = {}) => download(gateway, id, options),
  };
}

/** Selected folders that no longer exist are left out. */
async function rootsOf(gateway: Gateway, scope: Scope, signal: AbortSignal): Promise<(RemoteId | RemoteItem)[]> {
  if (scope.mode === 'all') return [remoteId('folder', ROOT)];
  const found = await Promise.all(
    scope.roots.map((id) =>
      itemAt(gateway, id, signal).catch((error: unknown) => {
        if (isGone(error)) return null;
        throw error;
      }),
    ),
  );
  return found.filter((item): item is RemoteItem => item?.kind === 'folder');
}

/** Box redirects to another host, where no token is needed. */
async function download(gateway: Gateway, id: RemoteId, { range, signal }: ReadOptions): Promise<Download> {
  const { type, id: number } = boxId(id);
  if (type !== 'file') throw new ConnectorError('forbidden', 'Only files have contents');
  const ask = {
    ...(range && { headers: { range: `bytes=${range.start}-${range.end ?? ''}` } }),
    accept: [416],
    ...(signal && { signal }),
  };
  // Both are requested at once: if the file changes in between, its hashes won’t match.
  const [item, content] = await Promise.allSettled([
    itemAt(gateway, id, signal),
    gateway.open(`files/${number}/content`, ask),
  ]);
  if (item.status === 'rejected' || content.status === 'rejected') {
    if (content.status === 'fulfilled') content.value.body.destroy();
    throw item.status === 'rejected' ? item.reason : (content as PromiseRejectedResult).reason;
  }
  const { size, revision, hashes } = item.value;
  const response = content.value;
  if (response.status === 416) {
    await response.discard();
    return { body: Readable.from([]), size, startsAt: range?.start ?? 0, revision, hashes };
  }
  const startsAt = response.status === 206 ? (range?.start ?? 0) : 0;
  return { body: response.body, size, startsAt, revision, hashes };
}
