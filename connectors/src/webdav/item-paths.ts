import { ConnectorError, type ConnectorErrorCode } from '../kit/errors.ts';
import type { RemoteId } from '../kit/session.ts';
import { type Gateway, noSuchItem } from './protocol/gateway.ts';
import type { DavResource } from './protocol/multistatus.ts';
import { canonicalPath, type DavPath, isInside } from './protocol/paths.ts';
import { META_PATH, NEXTCLOUD_PROPFIND, searchById } from './protocol/requests.ts';
import type { DavServer } from './server.ts';

/**
 * Maps ids to paths. At Nextcloud and ownCloud an id is `#` and the file’s number, which survives renames and moves;
 * its current path is cached or requested. At other servers an id is the path.
 */
export interface ItemPaths {
  idOf(path: DavPath, resource: DavResource): RemoteId;
  /** Null is the top. */
  folderIdOf(path: DavPath): Promise<RemoteId | null>;
  /** Runs `work` with the item's path, and once more if the item turns out to have moved. */
  at<T>(id: RemoteId | null, work: (path: DavPath) => Promise<T>): Promise<T>;
}

/** Enough to keep most paths of a complete listing until the files are fetched. */
const MAX_REMEMBERED = 100_000;

export function createItemPaths(gateway: Gateway, server: DavServer): ItemPaths {
  const paths = new Map<RemoteId, DavPath>();
  const folders = new Map<DavPath, RemoteId>();

  function remember(path: DavPath, id: RemoteId): void {
    if (paths.size >= MAX_REMEMBERED) deletePath(paths.keys().next().value!);
    // A copy: a substring would keep the complete answer in memory.
    const own = Buffer.from(path, 'latin1').toString('latin1');
    paths.set(id, own);
    if (path.endsWith('/')) folders.set(own, id);
  }

  function deletePath(id: RemoteId): void {
    folders.delete(paths.get(id) ?? '');
    paths.delete(id);
  }

  const idOf = (path: DavPath, { props }: DavResource) => {
    if (!server.isNextcloudLike || props.fileId === undefined) return path as RemoteId;
    const id = `#${props.fileId}` as RemoteId;
    if (paths.get(id) !== path) remember(path, id);
    return id;
  };

  async function look(id: RemoteId): Promise<DavPath> {
    const fileId = id.slice(1);
    if (!/^[\w!$:-]+$/.test(fileId) || server.nextcloud === null) throw noSuchItem();
    const path = await findById(gateway, server.root, server.nextcloud, fileId);
    if (path === null) throw noSuchItem();
    remember(path, id);
    return path;
  }

  return {
    idOf,
    async folderIdOf(path) {
      if (path === '') return null;
      const known = folders.get(path);
      if (!server.isNextcloudLike || known !== undefined) return known ?? (path as RemoteId);
      const { resources } = await gateway.propfind({ url: server.root + path, depth: 0, props: NEXTCLOUD_PROPFIND });
      return resources[0] === undefined ? (path as RemoteId) : idOf(path, resources[0]);
    },
    async at(id, work) {
      if (id === null) return work('');
      if (!id.startsWith('#')) {
        if (!isInside(id)) throw noSuchItem();
        return work(id);
      }
      const known = paths.get(id);
      if (known === undefined) return work(await look(id));
      try {
        return await work(known);
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.code !== 'not_found') throw error;
        deletePath(id);
        const now = await look(id);
        if (now === known) throw error;
        return work(now);
      }
    },
  };
}

/**
 * Nextcloud finds files by search; ownCloud, which refuses to search, by a folder of ids. If both fail after a refusal,
 * the file is unknown, not deleted: the refusal may be temporary, and Nextcloud has no such folder.
 */
async function findById(
  gateway: Gateway,
  root: string,
  { dav, user }: { dav: string; user: string },
  fileId: string,
): Promise<DavPath | null> {
  try {
    const props = searchById(`/files/${user}`, fileId);
    const { resources } = await gateway.propfind({ url: `${dav}/`, depth: 0, props, method: 'SEARCH' });
    const [found] = resources;
    if (found === undefined) return null;
    const path = canonicalPath(found.href)
      .split(`/files/${canonicalPath(user)}/`)
      .slice(1)
      .join(`/files/${user}/`);
    return found.isCollection && !path.endsWith('/') ? `${path}/` : path;
  } catch (error) {
    if (!hasCode(error, 'forbidden')) throw error;
    const path = await pathByMeta(gateway, dav, fileId);
    if (path === null) throw error;
    const stat = await gateway.propfind({ url: root + path, depth: 0, props: NEXTCLOUD_PROPFIND });
    return stat.resources[0]?.isCollection ? `${path}/` : path;
  }
}

async function pathByMeta(gateway: Gateway, dav: string, fileId: string): Promise<string | null> {
  try {
    const { resources } = await gateway.propfind({ url: `${dav}/meta/${fileId}/`, depth: 0, props: META_PATH });
    return resources[0]?.props.metaPath?.split('/').filter(Boolean).map(encodeURIComponent).join('/') ?? null;
  } catch (error) {
    if (!hasCode(error, 'not_found')) throw error;
    return null;
  }
}

const hasCode = (error: unknown, code: ConnectorErrorCode): boolean =>
  error instanceof ConnectorError && error.code === code;
