import type { files } from 'dropbox';
import type { Call } from './call.ts';
import { type FolderCursor, mintCursor, readCursor } from './cursors.ts';
import { badInput, endpointError } from './errors.ts';
import { deletedMetadata, metadata } from './metadata.ts';
import { lower, pathArgument } from './paths.ts';
import { type FolderNode, isWithin, type Node } from './tree.ts';
import type { View } from './view.ts';

export const listFields = {
  path: 'string',
  recursive: 'boolean?',
  include_media_info: 'boolean?',
  include_deleted: 'boolean?',
  include_has_explicit_shared_members: 'boolean?',
  include_mounted_folders: 'boolean?',
  limit: 'integer?',
  include_non_downloadable_files: 'boolean?',
  include_restorable_info: 'boolean?',
} as const;

type Entry = files.ListFolderResult['entries'][number];

export function listFolder(call: Call<files.ListFolderArg>): files.ListFolderResult {
  return page(call, beginning(call));
}

export function getLatestCursor(call: Call<files.ListFolderArg>): files.ListFolderGetLatestCursorResult {
  return { cursor: mintCursor(call.world, { ...beginning(call), after: null }) };
}

export function listFolderContinue(call: Call<files.ListFolderContinueArg>): files.ListFolderResult {
  const cursor = readCursor(call.world, call.arg.cursor, call.route);
  if (cursor.account !== call.account.accountId || cursor.base !== call.view.base.id) {
    throw badInput(call.route, 'Invalid "cursor" parameter: it belongs to another account or path root');
  }
  return page(call, cursor);
}

function beginning({ arg, route, account, view }: Call<files.ListFolderArg>): FolderCursor {
  const path = pathArgument(arg.path, 'list', route);
  if (arg.limit !== undefined && (arg.limit < 1 || arg.limit > 2000)) {
    throw badInput(route, `request body: limit: ${arg.limit} is not between 1 and 2000`);
  }
  const folder = path === '' ? view.base : view.look(path, 'path');
  if (folder.kind !== 'folder') throw endpointError('path/not_folder');
  return {
    account: account.accountId,
    base: view.base.id,
    path: view.path(folder),
    recursive: arg.recursive ?? false,
    limit: arg.limit ?? 0,
    native: arg.include_non_downloadable_files ?? true,
    after: -1,
    journal: view.tree.journal.length,
  };
}

/**
 * One page. A list always has a next one, be it empty: who believes that a page is all will be wrong here. After
 * the list come the changes since it began.
 */
function page({ world, view }: Call<unknown>, cursor: FolderCursor): files.ListFolderResult {
  const folder = cursor.path === '' ? view.base : view.look(cursor.path, 'path');
  if (folder.kind !== 'folder') throw endpointError('path/not_found');
  const next = { ...cursor };
  // The limit is approximate: one more may come.
  const most = Math.min(cursor.limit > 0 ? cursor.limit + 1 : world.options.pageSize, world.options.pageSize);
  const entries = cursor.after === null ? changes(view, folder, next, most) : listed(view, folder, next, most);
  const has_more = cursor.after !== null || next.journal < view.tree.journal.length;
  return { entries, cursor: mintCursor(world, next), has_more };
}

function listed(view: View, folder: FolderNode, next: FolderCursor, most: number): Entry[] {
  const entries: Entry[] = [];
  const nodes = next.recursive ? view.tree.after(next.after!) : childrenAfter(folder, next.after!);
  for (const node of nodes) {
    if (entries.length === most) return entries;
    next.after = node.ordinal;
    if (isWanted(view, folder, node, next)) entries.push(metadata(view, node));
  }
  next.after = null;
  return entries;
}

function changes(view: View, folder: FolderNode, next: FolderCursor, most: number): Entry[] {
  const entries: Entry[] = [];
  const { journal } = view.tree;
  while (next.journal < journal.length && entries.length < most) {
    const at = next.journal++;
    const entry = journal[at]!;
    if ('deleted' in entry) {
      const path = view.seen(entry.display);
      if (path !== undefined && isPathWanted(path, next)) entries.push(deletedMetadata(path));
    } else if (entry.upsert.entry === at && view.tree.isAlive(entry.upsert)) {
      if (isWanted(view, folder, entry.upsert, next)) entries.push(metadata(view, entry.upsert));
    }
  }
  return entries;
}

/** Whether a change after the cursor would be told, for who waits for one. */
export function hasNews(view: View, cursor: FolderCursor): boolean {
  const folder = cursor.path === '' ? view.base : view.find(cursor.path, 'path');
  if (cursor.after !== null || folder?.kind !== 'folder') return true;
  return changes(view, folder, { ...cursor }, 1).length > 0;
}

/** A recursive list names the folder itself too, unless it is the root. */
function isWanted(view: View, folder: FolderNode, node: Node, { recursive, native }: FolderCursor): boolean {
  if (!native && node.kind === 'file' && node.exports) return false;
  if (node === view.base) return false;
  return recursive ? isWithin(node, folder) : node.parent === folder;
}

function isPathWanted(path: string, { path: within, recursive }: FolderCursor): boolean {
  const rest = lower(path).startsWith(`${lower(within)}/`) ? path.slice(within.length + 1) : null;
  return rest === null ? recursive && lower(path) === lower(within) : recursive || !rest.includes('/');
}

function childrenAfter(folder: FolderNode, ordinal: number): Node[] {
  const children = [...folder.children.values()].filter((node) => node.ordinal > ordinal);
  return children.sort((a, b) => a.ordinal - b.ordinal);
}
