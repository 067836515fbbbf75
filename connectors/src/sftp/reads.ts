import type { FileReads, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { walkTree } from '../kit/walk/walk.ts';
import type { SftpAccount } from './account.ts';
import { download } from './download.ts';
import { isFailure } from './failures.ts';

const ROOT = '' as RemoteId;
/** Folders requested at once; the account's pacer decides how many requests are sent. */
const AHEAD = 32;

export function createReads(account: SftpAccount): FileReads {
  const { pathOf, list, item } = account;

  async function rootsOf(scope: Scope): Promise<(RemoteId | RemoteItem)[]> {
    if (scope.mode === 'all') return [ROOT];
    const found = await Promise.all(
      scope.roots.map((id) =>
        item(pathOf(id)).catch((error: unknown) => {
          if (isFailure(error, 'not_found')) return null;
          throw error;
        }),
      ),
    );
    return found.filter((root) => root !== null);
  }

  return {
    async *enumerate(scope, { from, signal }) {
      signal.throwIfAborted();
      yield* walkTree({
        roots: await rootsOf(scope),
        list: (folder, over) => list(pathOf(folder), over),
        parallel: () => AHEAD,
        from,
        signal,
      });
    },
    browse: async (parent) => ({ items: (await list(pathOf(parent))).items, next: null }),
    stat: async (id) => item(pathOf(id)),
    download: async (id, options) => download(account, pathOf(id), options),
  };
}
