import { ConnectorError } from '../kit/errors.ts';
import type { FileReads, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { walkTree } from '../kit/walk/walk.ts';
import type { DavAccount } from './account.ts';
import { download } from './download.ts';

const ROOT = '' as RemoteId;
/** Folders requested at once; the account's pacer decides how many requests are sent. */
const AHEAD = 32;

export function createReads(account: DavAccount): FileReads {
  const { places, server, list, item } = account;

  async function rootsOf(scope: Scope): Promise<(RemoteId | RemoteItem)[]> {
    if (scope.mode === 'all') return [ROOT];
    const found = await Promise.all(
      scope.roots.map((id) =>
        places.at(id, item).catch((error: unknown) => {
          if (error instanceof ConnectorError && error.code === 'not_found') return null;
          throw error;
        }),
      ),
    );
    return found.filter((root) => root !== null);
  }

  return {
    async *enumerate(scope, { from, signal, known }) {
      yield* walkTree({
        roots: await rootsOf(scope),
        list: (folder, over) => places.at(folder, (path) => list(path, over)),
        parallel: () => AHEAD,
        from,
        signal,
        // At other servers the ETag of a folder does not depend on what is further below.
        ...(server.isNextcloudLike && known && { known }),
      });
    },
    async browse(parent) {
      const { items } = await places.at(parent, (path) => list(path));
      return { items, next: null };
    },
    stat: (id) => places.at(id, item),
    download: (id, options) => places.at(id, (path) => download(account, path, options)),
  };
}
