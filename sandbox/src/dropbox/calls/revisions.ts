import type { files } from 'dropbox';
import type { Call } from '../call.ts';
import { endpointError } from '../errors.ts';
import { fileMetadata, untagged } from '../files/metadata.ts';
import { pathArgument } from '../files/paths.ts';
import type { FileNode } from '../files/tree.ts';
import { refuseFull, target } from '../files/writing.ts';

export const revisionsFields = {
  path: 'string',
  mode: 'union=',
  limit: 'integer=',
  before_rev: 'string?',
  include_restorable_info: 'boolean=',
} as const;

/** The last revision of a file, kept even after its deletion. Folders have none. */
export function listRevisions({ arg, route, view }: Call<files.ListRevisionsArg>): files.ListRevisionsResult {
  const path = pathArgument(arg.path, 'read', route);
  const there = view.find(path, 'path');
  const file = there ?? view.deleted(path, 'path');
  if (!file) throw endpointError('path/not_found');
  if (file.kind === 'folder') throw endpointError('path/not_file');
  return { is_deleted: !there, entries: [untagged(fileMetadata(view, file))], has_more: false };
}

/** The file is restored with its former id; an existing file at the path gets the content as a new revision. */
export function restore({ arg, route, view, account }: Call<files.RestoreArg>): files.FileMetadata {
  const place = target(view, pathArgument(arg.path, 'write', route), 'path_write');
  const file = view.tree.revision(arg.rev);
  if (!file) throw endpointError('invalid_revision');
  if (place.existing?.kind === 'folder') throw endpointError('path_write/conflict/folder');
  if (place.existing) {
    const { content, clientModified } = file;
    if (place.existing !== file)
      view.tree.overwrite(place.existing, { content, clientModified, serverModified: new Date() });
    return untagged(fileMetadata(view, place.existing));
  }
  refuseFull(account, file.content.size, 'path_write/insufficient_space');
  const isThere = view.tree.isAlive(file);
  const restored = isThere
    ? view.tree.copy(file, place.parent(), place.name)
    : view.tree.revive(file, place.parent(), place.name);
  return untagged(fileMetadata(view, restored as FileNode));
}
