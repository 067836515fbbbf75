import { Readable } from 'node:stream';
import type { AccountContext } from '../kit/connector.ts';
import type { HttpResponse } from '../kit/http/http.ts';
import type { Cursor, FileReads, ReadOptions, RemoteItem } from '../kit/session.ts';
import { isNotebookPart, refOf, toItem } from './adapt.ts';
import { changeFeed } from './changes.ts';
import { enumerate } from './enumerate.ts';
import type { Gateway } from './gateway.ts';
import type { DriveItem, Ref } from './graph.ts';
import type { Drives } from './libraries/drives.ts';

export function createReads(account: AccountContext, gateway: Gateway, drives: Drives): FileReads {
  const present = async (item: DriveItem, { driveId }: Ref): Promise<RemoteItem> => {
    const library = item.root && (await drives.followed()).libraries.find(({ id }) => id === driveId);
    return library ? drives.libraryItem(library) : toItem(item, driveId, await drives.own());
  };

  return {
    enumerate: (scope, options) => enumerate(gateway, drives, scope, options),
    changes: changeFeed(account, gateway, drives),

    /** At the top, the libraries of sites appear as folders after the person's own items. */
    async browse(parent, page) {
      const own = await drives.own();
      const folder = await drives.folder(parent);
      const answer = await gateway.children(folder, page ?? undefined);
      const next = answer['@odata.nextLink'] ?? null;
      const items = answer.value
        .filter((item) => !isNotebookPart(item))
        .map((item) => ({ ...toItem(item, folder.driveId, own), parentId: parent }));
      if (parent !== null || next !== null) return { items, next: next as Cursor | null };
      const libraries = await Promise.all((await drives.followed()).libraries.map(drives.libraryItem));
      return { items: [...items, ...libraries], next: null };
    },

    async stat(id) {
      const ref = refOf(id);
      return present(await gateway.item(ref), ref);
    },

    async download(id, { range, signal } = {}) {
      signal?.throwIfAborted();
      const ref = refOf(id);
      const { item, response } = await gateway.content(ref, rangeOf(range), signal);
      const { size, revision, hashes } = toItem(item, ref.driveId, await drives.own());
      if (response.status === 416) {
        await response.discard();
        return { body: Readable.from([]), size, startsAt: range?.start ?? 0, revision, hashes };
      }
      const { start, total } = extentOf(response);
      // SharePoint changes Office files after an upload, and may still describe their earlier version.
      if (total !== null && size !== null && total !== size)
        return { body: response.body, size: total, startsAt: start, revision, hashes: {}, isUndescribed: true };
      return { body: response.body, size, startsAt: start, revision, hashes };
    },
  };
}

/** The offset of an answer’s bytes, and the size of the complete file; null if the answer doesn’t state it. */
function extentOf({ status, headers }: HttpResponse): { start: number; total: number | null } {
  if (status !== 206) {
    const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
    return { start: 0, total: length === undefined ? null : Number(length) };
  }
  const [, start = '0', total = '*'] = /^bytes (\d+)-\d+\/(\d+|\*)/.exec(headers['content-range'] ?? '') ?? [];
  return { start: Number(start), total: total === '*' ? null : Number(total) };
}

const rangeOf = (range: ReadOptions['range']) => (range ? `bytes=${range.start}-${range.end ?? ''}` : null);
