import type { RemoteId, RemoteItem } from '../kit/session.ts';
import { isExternal, itemOf } from './adapt.ts';
import { createItemPaths, type ItemPaths } from './item-paths.ts';
import { type Carry, createCarry } from './protocol/carry.ts';
import { type Gateway, noSuchItem } from './protocol/gateway.ts';
import type { DavResource } from './protocol/multistatus.ts';
import { canonicalPath, type DavPath, nameOf, parentPath, segmentOf } from './protocol/paths.ts';
import { NEXTCLOUD_PROPFIND, PLAIN_PROPFIND } from './protocol/requests.ts';
import type { DavServer } from './server.ts';

/** The discovered root of an account, and the items below it. */
export interface DavAccount {
  gateway: Gateway;
  carry: Carry;
  server: DavServer;
  itemPaths: ItemPaths;
  urlOf(path: DavPath): string;
  /** The direct children of a folder. */
  list(path: DavPath, signal?: AbortSignal): Promise<DavListing>;
  item(path: DavPath): Promise<RemoteItem>;
}

export interface DavListing {
  items: RemoteItem[];
  /** The folder itself, and the folders in it. */
  folders: readonly DavFolder[];
}

export interface DavFolder {
  id: RemoteId | null;
  path: DavPath;
  isExternal: boolean;
}

const UNFINISHED = /^\.sheaf-[0-9a-f-]{36}\.part$/;

/** The name of an unfinished upload; listings leave it out. */
export const unfinishedName = (): string => `.sheaf-${crypto.randomUUID()}.part`;

export function createDavAccount(gateway: Gateway, server: DavServer): DavAccount {
  const itemPaths = createItemPaths(gateway, server);
  const props = server.isNextcloudLike ? NEXTCLOUD_PROPFIND : PLAIN_PROPFIND;
  const urlOf = (path: DavPath) => server.root + path;

  return {
    gateway,
    carry: createCarry(gateway),
    server,
    itemPaths,
    urlOf,
    async list(path, signal) {
      const url = urlOf(path);
      const { resources } = await gateway.propfind({ url, depth: 1, props, signal });
      const self = selfOf(resources, url);
      if (!self.isCollection) throw noSuchItem();
      const parentId = path === '' ? null : itemPaths.idOf(path, self);
      const items: RemoteItem[] = [];
      const folders: DavFolder[] = [{ id: parentId, path, isExternal: isExternal(self.props) }];
      for (const resource of resources) {
        if (resource === self) continue;
        const { segment, name } = segmentOf(resource.href);
        if (UNFINISHED.test(name)) continue;
        const at = path + segment + (resource.isCollection ? '/' : '');
        const id = itemPaths.idOf(at, resource);
        items.push(itemOf(resource, { id, parentId, name }));
        if (resource.isCollection) folders.push({ id, path: at, isExternal: isExternal(resource.props) });
      }
      return { items, folders };
    },
    async item(path) {
      const { resources } = await gateway.propfind({ url: urlOf(path), depth: 0, props });
      const [resource] = resources;
      if (resource === undefined) throw noSuchItem();
      // A folder that replaced a file is another item, and vice versa.
      if (resource.isCollection !== path.endsWith('/')) throw noSuchItem();
      const parentId = await itemPaths.folderIdOf(parentPath(path));
      return itemOf(resource, { id: itemPaths.idOf(path, resource), parentId, name: nameOf(path) });
    },
  };
}

/** The requested folder is among the resources, usually first; behind a proxy it has another address. */
function selfOf(resources: readonly DavResource[], url: string): DavResource {
  const asked = withoutSlash(canonicalPath(url));
  const isAsked = ({ href }: DavResource) => withoutSlash(canonicalPath(href)) === asked;
  const [first] = resources;
  if (first === undefined) throw noSuchItem();
  if (isAsked(first)) return first;
  return resources.find(isAsked) ?? resources.reduce((a, b) => (b.href.length < a.href.length ? b : a));
}

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path);
