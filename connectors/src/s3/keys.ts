import type { RemoteId } from '../kit/session.ts';

/**
 * An id is the key below the account’s prefix; that of a folder ends with a slash. Keys are any text, so a file and a folder
 * may have the same name, and segments may be empty or dots: ids keep them as they are.
 */
export const isFolderId = (id: string): boolean => id.endsWith('/');

const bare = (id: string): string => (isFolderId(id) ? id.slice(0, -1) : id);

/** Null is the top. */
export function parentOf(id: string): RemoteId | null {
  const end = bare(id).lastIndexOf('/');
  return end === -1 ? null : (id.slice(0, end + 1) as RemoteId);
}

/** A name that can be shown and stored elsewhere: never empty, nor dots that mean another folder. */
export function nameOf(id: string): string {
  const segment = bare(id).slice(bare(id).lastIndexOf('/') + 1);
  if (segment === '') return '(no name)';
  return segment === '.' || segment === '..' ? segment.replaceAll('.', '．') : segment;
}

/** The folders above an id, from the top down; of a folder’s id also itself. */
export function foldersOf(id: string): string[] {
  const folders: string[] = [];
  for (let at = id.indexOf('/'); at !== -1; at = id.indexOf('/', at + 1)) folders.push(id.slice(0, at + 1));
  return folders;
}

/** As it is in front of every key: empty, or with a slash at its end. */
export const prefixOf = (typed: string): string => {
  const bare = typed.trim().replace(/^\/+|\/+$/g, '');
  return bare === '' ? '' : `${bare}/`;
};

/** The order of listings, that of UTF-8 bytes; JavaScript’s own differs above U+FFFF. */
export const byKey = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
