import { ConnectorError, plainError } from '../kit/errors.ts';
import type { FileWrites, RemoteItem } from '../kit/session.ts';
import type { DavAccount } from './account.ts';
import { noSuchItem } from './protocol/gateway.ts';
import { childPath, type DavPath, nameOf, parentPath } from './protocol/paths.ts';

type Arranging = Pick<FileWrites, 'mkdir' | 'delete'> & Required<Pick<FileWrites, 'move' | 'copy'>>;

/**
 * There is no `trash` here: Nextcloud and ownCloud move deleted items to their trash automatically, and plain servers
 * have none.
 */
export function createArranging({ gateway, carry: send, itemPaths, urlOf, item }: DavAccount): Arranging {
  const isThere = async (path: DavPath) => {
    try {
      return await item(path);
    } catch (error) {
      // Some servers refuse a file that is requested as a folder.
      if (error instanceof ConnectorError && (error.code === 'not_found' || error.code === 'forbidden')) return null;
      throw error;
    }
  };

  async function carry(method: 'MOVE' | 'COPY', from: DavPath, folder: DavPath, name: string): Promise<RemoteItem> {
    if (from === '') throw noSuchItem();
    const to = childPath(folder, name) + (from.endsWith('/') ? '/' : '');
    if (to === from) return item(to);
    const status = await send({ method, from: urlOf(from), to: urlOf(to), accept: [201, 204, 403] });
    if (status !== 403) return item(to);
    // Some servers answer "forbidden" for an item that does not exist.
    await item(from);
    throw plainError('forbidden', `The server doesn’t allow ${nameOf(from)} there`);
  }

  return {
    mkdir: (parent, name) =>
      itemPaths.at(parent, async (inside) => {
        const path = `${childPath(inside, name)}/`;
        const status = await gateway.command({ method: 'MKCOL', url: urlOf(path), accept: [201, 400, 403, 405] });
        if (status === 201) return item(path);
        // Servers report a taken name in different ways, so it is checked.
        const folder = await isThere(path);
        if (folder !== null) return folder;
        const isTaken = await isThere(path.slice(0, -1));
        throw plainError(isTaken ? 'conflict' : 'forbidden', `The server doesn’t allow a folder named ${name} there`);
      }),
    async delete(id) {
      try {
        await itemPaths.at(id, (path) => gateway.command({ method: 'DELETE', url: urlOf(path), accept: [200, 204] }));
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.code !== 'not_found') throw error;
      }
    },
    move: (id, { parentId, name }) =>
      itemPaths.at(id, (from) =>
        parentId === undefined
          ? carry('MOVE', from, parentPath(from), name ?? nameOf(from))
          : itemPaths.at(parentId, (folder) => carry('MOVE', from, folder, name ?? nameOf(from))),
      ),
    copy: (id, { parentId, name }) =>
      itemPaths.at(id, (from) => itemPaths.at(parentId, (folder) => carry('COPY', from, folder, name))),
  };
}
