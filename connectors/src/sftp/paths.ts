import type { RemoteId } from '../kit/session.ts';

/** The path of an item below the root of the account: a folder’s path ends with a slash, the root’s is empty. */
export type SftpPath = string;

export const idOf = (path: SftpPath): RemoteId => path as RemoteId;

export const childPath = (folder: SftpPath, name: string): SftpPath => folder + name;

export function parentPath(path: SftpPath): SftpPath {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}

export const nameOf = (path: SftpPath): string =>
  path.slice(path.lastIndexOf('/', path.length - 2) + 1, path.endsWith('/') ? -1 : undefined);

/** Refuses paths whose dots would lead out of the account. */
export const isInside = (path: string): boolean =>
  !path.startsWith('/') && !path.includes('\0') && !/(^|\/)\.{1,2}(\/|$)/.test(path);
