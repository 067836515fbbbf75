import { ConnectorError } from '../kit/errors.ts';
import type { RemoteId } from '../kit/session.ts';
import { type DropboxItem, idOf, itemOf, parentPath } from './adapt.ts';
import type { Gateway, Metadata } from './gateway.ts';
import { metadataAt } from './parents.ts';

const gone = () => new ConnectorError('not_found', 'There is no such file or folder in this Dropbox');

/** As an argument for Dropbox; what is no id of its making does not exist. */
export function pathOf(id: RemoteId): string {
  if (!/^id:[\w-]+$/.test(id)) throw gone();
  return id;
}

export async function lookUp(gateway: Gateway, id: RemoteId): Promise<Metadata> {
  const found = await metadataAt(gateway, pathOf(id));
  if (found === null) throw gone();
  return found;
}

/** The item with its parent, which costs a call of its own unless it is at the top. */
export async function placed(gateway: Gateway, entry: Metadata): Promise<DropboxItem> {
  const parent = parentPath(entry.path_lower ?? '');
  if (parent === '') return itemOf(entry, null);
  const folder = await metadataAt(gateway, parent);
  if (folder === null) throw gone();
  return itemOf(entry, idOf(folder));
}

/** The path of a folder, as it is now; '' is the top. */
export async function folderPath(gateway: Gateway, id: RemoteId | null): Promise<string> {
  if (id === null) return '';
  const { path_display, path_lower } = await lookUp(gateway, id);
  const path = path_display ?? path_lower;
  if (path === undefined) throw gone();
  return path;
}
