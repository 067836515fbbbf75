import { ConnectorError } from '../kit/errors.ts';
import { answered } from '../kit/http/answered.ts';
import type { RemoteId } from '../kit/session.ts';
import { type DropboxItem, idOf, itemOf, parentPath } from './adapt.ts';
import type { Gateway, Metadata } from './gateway.ts';
import { isTop } from './home.ts';

const gone = () => new ConnectorError('not_found', 'There is no such file or folder in this Dropbox');

/** Converts an id to an argument for Dropbox; throws `not_found` for anything else. */
export function pathOf(id: RemoteId): string {
  if (!/^id:[\w-]+$/.test(id)) throw gone();
  return id;
}

/** The item at a path or with an id; null if there is none. */
export async function metadataAt(gateway: Gateway, path: string, signal?: AbortSignal): Promise<Metadata | null> {
  try {
    const found = await gateway.rpc<Metadata>('files/get_metadata', { path }, { ...(signal && { signal }) });
    return answered(found, 'id', 'Dropbox');
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'not_found') return null;
    throw error;
  }
}

/** The item at a path where one must exist; requested again while Dropbox doesn’t find it. */
export const expectedAt = (gateway: Gateway, path: string, signal?: AbortSignal): Promise<Metadata> =>
  gateway.rpc<Metadata>('files/get_metadata', { path }, { isExpected: true, ...(signal && { signal }) });

export async function lookUp(gateway: Gateway, id: RemoteId): Promise<Metadata> {
  const found = await metadataAt(gateway, pathOf(id));
  if (found === null) throw gone();
  return found;
}

/** The parent folder of an item; null if the item is gone or was moved. */
export async function folderAround(gateway: Gateway, entry: Metadata, signal?: AbortSignal): Promise<Metadata | null> {
  const path = parentPath(entry.path_lower ?? '');
  const folder = await metadataAt(gateway, path, signal);
  if (folder !== null) return folder;
  const now = await metadataAt(gateway, entry.id, signal);
  // The item still exists and so does its folder, though Dropbox may not find that yet.
  return now?.path_lower === entry.path_lower ? expectedAt(gateway, path, signal) : null;
}

/** The item with its parent, which takes another call unless the item is at the top. */
export async function placed(gateway: Gateway, entry: Metadata): Promise<DropboxItem> {
  const parent = parentPath(entry.path_lower ?? '');
  if (isTop(await gateway.home(), parent)) return itemOf(entry, null);
  const folder = await folderAround(gateway, entry);
  if (folder === null) throw gone();
  return itemOf(entry, idOf(folder));
}

/** The current path of a folder. */
export async function folderPath(gateway: Gateway, id: RemoteId | null): Promise<string> {
  if (id === null) return (await gateway.home()).path;
  const { path_display, path_lower } = await lookUp(gateway, id);
  const path = path_display ?? path_lower;
  if (path === undefined) throw gone();
  return path;
}
