import { ConnectorError } from '../kit/errors.ts';
import type { RemoteId, RemoteItem } from '../kit/session.ts';

export type BoxType = 'file' | 'folder' | 'web_link';

/** The fields that are requested of items; the standard set of a list lacks most of them. */
export const ITEM_FIELDS =
  'type,id,etag,name,size,sha1,file_version,modified_at,content_modified_at,owned_by,parent,item_status,url';

/** An item as Box describes it. */
export interface BoxItem {
  type: BoxType;
  id: string;
  etag: string | null;
  name: string;
  size?: number;
  sha1?: string;
  file_version?: { id: string } | null;
  modified_at?: string | null;
  content_modified_at?: string | null;
  owned_by?: { name?: string } | null;
  /** Null where the person cannot see the folder; the item then appears at the top. */
  parent?: { id: string } | null;
  item_status?: string;
  /** The address that a bookmark leads to. */
  url?: string;
}

/** The number of the root folder, which is the same in every account. */
export const ROOT = '0';

const APP = 'https://app.box.com';

/** Box numbers files, folders and bookmarks separately, so an id contains the type. */
export const remoteId = (type: BoxType, id: string) => `${type}:${id}` as RemoteId;

/** Throws `not_found` for anything that isn’t an id of this connector. */
export function boxId(id: RemoteId): { type: BoxType; id: string } {
  const [, type, number] = /^(file|folder|web_link):(\d+)$/.exec(id) ?? [];
  if (number === undefined) throw new ConnectorError('not_found', 'Box has no such item');
  return { type: type as BoxType, id: number };
}

/** The number of a folder; null is the root. */
export function folderNumber(id: RemoteId | null): string {
  if (id === null) return ROOT;
  const { type, id: number } = boxId(id);
  if (type !== 'folder') throw new ConnectorError('not_found', 'This is not a folder');
  return number;
}

export const parentOf = (folder: string | undefined): RemoteId | null =>
  folder === undefined || folder === ROOT ? null : remoteId('folder', folder);

export function toItem(item: BoxItem, parentId = parentOf(item.parent?.id)): RemoteItem {
  const { type, id, name } = item;
  const owner = item.owned_by?.name;
  const webUrl = type === 'web_link' ? httpAddress(item.url) : `${APP}/${type}/${id}`;
  return {
    id: remoteId(type, id),
    parentId,
    name,
    kind: type === 'web_link' ? 'link' : type,
    mimeType: null,
    size: type === 'file' ? (item.size ?? null) : null,
    modifiedAt: timeOf(item.content_modified_at ?? item.modified_at),
    revision: revisionOf(item),
    hashes: item.sha1 ? { sha1: item.sha1 } : {},
    ...(owner && { ownerName: owner }),
    ...(webUrl && { webUrl }),
  };
}

/** Every upload makes a version; renaming or moving a file makes none. */
const revisionOf = ({ type, file_version, etag, sha1 }: BoxItem): string =>
  (type === 'file' ? (file_version?.id ?? sha1) : undefined) ?? etag ?? '';

const timeOf = (text: string | null | undefined) => (text ? new Date(text) : null);

/** A person may have typed anything; only web addresses are safe to follow. */
function httpAddress(url: string | undefined): string | undefined {
  const protocol = URL.parse(url ?? '')?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? url : undefined;
}
