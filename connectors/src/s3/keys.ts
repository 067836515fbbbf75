import type { RemoteId } from '../kit/session.ts';

/**
 * An id is the key below the account’s prefix; that of a folder ends with a slash. A key may be any text, so a file and
 * a folder may have the same name, and segments may be empty or dots: ids keep them unchanged.
 */
export const isFolderId = (id: string): boolean => id.endsWith('/');

const bare = (id: string): string => (isFolderId(id) ? id.slice(0, -1) : id);

/** The parent’s id; null is the top. */
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

/** The folders above an id, from the top down; for a folder’s id, including the folder itself. */
export function foldersOf(id: string): string[] {
  const folders: string[] = [];
  for (let at = id.indexOf('/'); at !== -1; at = id.indexOf('/', at + 1)) folders.push(id.slice(0, at + 1));
  return folders;
}

/** The prefix in front of every key: empty, or ending with a slash. */
export const prefixOf = (typed: string): string => {
  const bare = typed.trim().replace(/^\/+|\/+$/g, '');
  return bare === '' ? '' : `${bare}/`;
};

/** The order of listings, which is that of UTF-8 bytes; JavaScript’s own differs above U+FFFF. */
export const byKey = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
