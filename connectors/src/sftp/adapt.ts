import type { RemoteItem } from '../kit/session.ts';
import type { Attributes } from './gateway.ts';
import { idOf, type SftpPath } from './paths.ts';

const TYPE = 0o170000;
const FOLDER = 0o040000;
const FILE = 0o100000;

/** Sockets, pipes and devices count as links too: they exist, but have no bytes to store. */
export function kindOf({ mode }: Attributes): 'file' | 'folder' | 'link' {
  const type = mode & TYPE;
  return type === FOLDER ? 'folder' : type === FILE ? 'file' : 'link';
}

/** The best revision that SFTP allows: two changes within a second that keep the size look like one. */
export const revisionOf = ({ mtime, size }: Attributes): string => `${mtime}-${size}`;

export function itemOf(folder: SftpPath, name: string, attributes: Attributes): RemoteItem {
  const kind = kindOf(attributes);
  return {
    id: idOf(folder + name + (kind === 'folder' ? '/' : '')),
    parentId: folder === '' ? null : idOf(folder),
    name,
    kind,
    mimeType: null,
    size: kind === 'file' ? attributes.size : null,
    modifiedAt: new Date(attributes.mtime * 1000),
    revision: kind === 'folder' ? String(attributes.mtime) : revisionOf(attributes),
    hashes: {},
  };
}
