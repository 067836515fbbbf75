import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { FileReads, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { walkTree } from '../kit/walk/walk.ts';
import type { DavAccount } from './account.ts';
import { download } from './download.ts';
import { openMounts } from './mounts.ts';
import type { DavPath } from './protocol/paths.ts';

const ROOT = '' as RemoteId;
/** Folders requested at once; the account's pacer decides how many requests are sent. */
const AHEAD = 32;

export function createReads(account: DavAccount, context: AccountContext): FileReads {
  const { itemPaths, server, list, item } = account;

  async function rootsOf(scope: Scope): Promise<(RemoteId | RemoteItem)[]> {
    if (scope.mode === 'all') return [ROOT];
    const found = await Promise.all(
      scope.roots.map((id) =>
        itemPaths.at(id, item).catch((error: unknown) => {
          if (error instanceof ConnectorError && error.code === 'not_found') return null;
          throw error;
        }),
      ),
    );
    return found.filter((root) => root !== null);
  }

  return {
    async *enumerate(scope, { from, signal, known }) {
      const mounts = await openMounts(context);
      const look = async (path: DavPath, over: AbortSignal) => {
        const listing = await list(path, over);
        mounts.see(listing.folders);
        return listing;
      };
      const roots = await rootsOf(scope);
      for (const root of roots)
        if (typeof root !== 'string') await itemPaths.at(root.id, async (path) => mounts.expect(root.id, path));
      yield* walkTree({
        roots,
        list: (folder, over) => itemPaths.at(folder, (path) => look(path, over)),
        parallel: () => AHEAD,
        from,
        signal,
        // At other servers, the ETag of a folder doesn’t depend on nested folders.
        ...(server.isNextcloudLike && known && { known: mounts.trusting(known) }),
      });
      await mounts.walked({ isComplete: from === null && scope.mode === 'all' });
    },
    async browse(parent) {
      const { items } = await itemPaths.at(parent, (path) => list(path));
      return { items, next: null };
    },
    stat: (id) => itemPaths.at(id, item),
    download: (id, options) => itemPaths.at(id, (path) => download(account, path, options)),
  };
}
