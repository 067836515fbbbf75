import type { files } from 'dropbox';
import { type Call, tagOf } from '../call.ts';
import { badInput, endpointError } from '../errors.ts';
import { fileMetadata, timestamp, untagged } from '../files/metadata.ts';
import { lower, pathArgument } from '../files/paths.ts';
import { refuseLockedContent, target } from '../files/writing.ts';

export const revisionsFields = {
  path: 'string',
  mode: 'union=',
  limit: 'integer=',
  before_rev: 'string?',
  include_restorable_info: 'boolean=',
} as const;
export const restoreFields = { path: 'string', rev: 'string' } as const;

/** The newest first, of a path or of a file wherever it was; also of what was deleted. */
export function listRevisions(call: Call<files.ListRevisionsArg>): files.ListRevisionsResult {
  const { arg, route, view } = call;
  const { mode = 'path', limit = 10, before_rev } = arg;
  if (limit < 1 || limit > 100) throw badInput(route, `request body: limit: ${limit} is not between 1 and 100`);
  const path = pathArgument(arg.path, 'read', route);
  const node = view.find(path, 'path');
  if (node?.kind === 'folder') throw endpointError('path/not_file');
  const isById = tagOf(mode) === 'id' || path.startsWith('id:');
  if (isById && before_rev !== undefined) throw endpointError('before_rev_not_supported');
  const at = node ? lower(view.path(node)) : lower(path);
  const all = view.tree.revisions
    .filter((revision) => (isById ? revision.file.id === node?.id : lower(view.seen(revision.path) ?? '') === at))
    .map(({ file }) => file)
    .toReversed();
  if (all.length === 0) throw endpointError('path/not_found');
  const from = before_rev === undefined ? 0 : all.findIndex(({ rev }) => rev === before_rev) + 1;
  if (before_rev !== undefined && from === 0) throw endpointError('invalid_before_rev');
  const entries = all.slice(from, from + limit).map((file) => untagged(fileMetadata(view, file)));
  return {
    is_deleted: node === undefined,
    ...(node === undefined && { server_deleted: timestamp(new Date()) }),
    entries,
    has_more: all.length > from + limit,
  };
}

export function restore(call: Call<files.RestoreArg>): files.FileMetadata {
  const { arg, route, view, account } = call;
  const old = view.tree.byRev(arg.rev);
  if (!old) throw endpointError('invalid_revision');
  const place = target(view, pathArgument(arg.path, 'write', route), 'path_write');
  const { content, clientModified, exports } = old;
  const file = { content, clientModified, serverModified: new Date(), modifiedBy: account.accountId };
  const { existing } = place;
  if (existing?.kind === 'folder') throw endpointError('path_write/conflict/folder');
  if (existing) refuseLockedContent(account, existing, 'path_write');
  if (existing) view.tree.overwrite(existing, file);
  const restored = existing ?? view.tree.addFile(place.parent(), place.name, { ...file, ...(exports && { exports }) });
  return untagged(fileMetadata(view, restored));
}
