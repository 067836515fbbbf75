import { Readable } from 'node:stream';
import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import { refusalOf } from '../kit/google/refusals.ts';
import { answered } from '../kit/http/answered.ts';
import type { Cursor, Download, FileReads, ReadOptions, RemoteId, RemoteItem } from '../kit/session.ts';
import { quoted, toItem } from './adapt.ts';
import { changeFeed } from './changes.ts';
import { enumerate } from './enumerate.ts';
import type { Gateway } from './gateway.ts';
import { allSharedDrives, SHARED_DRIVES, sharedDriveItem } from './shared-drives/shared-drives.ts';

/** Tokens are renewed at least this long before they end. */
const TOKEN_LASTS_MS = 60_000;

export function readFiles(
  account: AccountContext,
  gateway: Gateway,
  root: (signal?: AbortSignal) => Promise<string>,
): Required<FileReads> {
  const stat = async (id: RemoteId, signal?: AbortSignal): Promise<RemoteItem> => {
    if (id === SHARED_DRIVES) return allSharedDrives;
    const file = await gateway.file(id, signal);
    if (file.trashed) throw new ConnectorError('not_found', 'The file is in the trash');
    if (file.id === file.driveId) return sharedDriveItem(await gateway.sharedDrive(id, signal));
    return toItem(file, await root(signal));
  };

  return {
    async *enumerate(scope, options) {
      yield* enumerate(gateway, await root(options.signal), scope, { ...options, now: account.now() });
    },
    changes: changeFeed(account, gateway, root),

    /** At the top, items shared by others and the shared drives appear beside those in My Drive. */
    async browse(parent, page) {
      const rootId = await root();
      const drives =
        parent === SHARED_DRIVES || (parent === null && page === null) ? ((await gateway.sharedDrives()) ?? []) : [];
      if (parent === SHARED_DRIVES) return { items: drives.map(sharedDriveItem), next: null };
      const where = parent === null ? `('root' in parents or sharedWithMe=true)` : `${quoted(parent)} in parents`;
      const { files, nextPageToken } = await gateway.list({
        q: `${where} and trashed=false`,
        orderBy: 'folder,name_natural',
        pageToken: page ?? undefined,
      });
      const items = files
        .map((file) => toItem(file, rootId, parent ?? rootId))
        .filter((item) => item.parentId === parent);
      if (drives.length > 0) items.unshift(allSharedDrives);
      return { items, next: (nextPageToken ?? null) as Cursor | null };
    },

    stat: (id) => stat(id),

    async download(id, { range, signal } = {}) {
      // Both are requested at once: if the file changes in between, its hashes won’t match.
      const [item, media] = await Promise.allSettled([stat(id, signal), gateway.media(id, range, signal)]);
      if (item.status === 'rejected' || media.status === 'rejected') {
        if (media.status === 'fulfilled') media.value.body.destroy();
        throw item.status === 'rejected' ? item.reason : (media as PromiseRejectedResult).reason;
      }
      const { size, revision, hashes } = item.value;
      const response = media.value;
      if (response.status === 416) {
        await response.discard();
        return { body: Readable.from([]), size, startsAt: range?.start ?? 0, revision, hashes };
      }
      return {
        body: response.body,
        size,
        startsAt: response.status === 206 ? (range?.start ?? 0) : 0,
        revision,
        hashes,
      };
    },

    async export(id, mimeType, options) {
      const { revision } = await stat(id, options?.signal);
      const { body } = await exported(gateway, id, mimeType, options);
      return { body, size: null, startsAt: 0, revision, hashes: {} } satisfies Download;
    },

    /** The access token for Google’s own picker, which runs in the person’s browser; never the refresh token. */
    async pickerToken() {
      return { token: await account.token(), expiresAt: new Date(account.now().getTime() + TOKEN_LASTS_MS) };
    },
  };
}

/** Google prepares files above 10 MB first. */
async function exported(gateway: Gateway, id: RemoteId, mimeType: string, { signal }: ReadOptions = {}) {
  try {
    return await gateway.exported(id, mimeType, signal);
  } catch (error) {
    if (refusalOf(error)?.reason !== 'exportSizeLimitExceeded') throw error;
  }
  const { name } = answered(await gateway.beginDownload(id, mimeType, signal), 'name', 'Google Drive');
  return gateway.fetch(await gateway.preparedDownload(name!, signal), signal);
}
