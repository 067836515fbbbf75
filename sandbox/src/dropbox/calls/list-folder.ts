import type { files } from 'dropbox';
import type { Call } from '../call.ts';
import { badInput, endpointError } from '../errors.ts';
import { deletedMetadata, metadata } from '../files/metadata.ts';
import { happens } from '../files/oddities.ts';
import { lower, pathArgument } from '../files/paths.ts';
import { type FolderNode, isWithin, type Node, sharedAround } from '../files/tree.ts';
import type { View } from '../files/view.ts';
import { type FolderCursor, mintCursor, readCursor } from './cursors.ts';

export const listFields = {
  path: 'string',
  recursive: 'boolean=',
  include_media_info: 'boolean=',
  include_deleted: 'boolean=',
  include_has_explicit_shared_members: 'boolean=',
  include_mounted_folders: 'boolean=',
  limit: 'integer?',
  shared_link: 'object?',
  include_property_groups: 'union?',
  include_non_downloadable_files: 'boolean=',
  include_restorable_info: 'boolean=',
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

function beginning({ arg, route, account, view, world }: Call<files.ListFolderArg>): FolderCursor {
  if (arg.shared_link !== undefined)
    throw badInput(route, 'request body: shared_link: this sandbox has no shared links');
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
    mounted: arg.include_mounted_folders ?? true,
    listing: world.serial++,
    isLate: false,
    after: -1,
    journal: view.tree.journal.length,
  };
}

/**
 * Returns one page. A listing always has another page, even an empty one, so that a client that reads only one fails
 * here. After the listing come the changes since it started.
 */
function page({ world, view }: Call<unknown>, cursor: FolderCursor): files.ListFolderResult {
  const folder = cursor.path === '' ? view.base : view.find(cursor.path, 'path');
  if (folder?.kind !== 'folder') throw endpointError('path/not_found');
  const next = { ...cursor };
  // The limit is approximate, so one more entry may come.
  const maxEntries = Math.min(cursor.limit > 0 ? cursor.limit + 1 : world.options.pageSize, world.options.pageSize);
  const entries =
    cursor.after === null ? changes(view, folder, next, maxEntries) : listed(view, folder, next, maxEntries);
  const has_more = cursor.after !== null || next.journal < view.tree.journal.length;
  return { entries, cursor: mintCursor(world, next), has_more };
}

function listed(view: View, folder: FolderNode, next: FolderCursor, maxEntries: number): Entry[] {
  const entries: Entry[] = [];
  const nodes = next.recursive ? view.tree.after(next.after!) : childrenAfter(folder, next.after!);
  const { oddities } = view.account;
  for (const node of nodes) {
    if (entries.length >= maxEntries) return entries;
    next.after = node.ordinal;
    if (!isWanted(view, folder, node, next) || isLeftOut(view, node, next)) continue;
    const name = `${next.listing}/${node.id}`;
    if (happens(oddities, 'late', name) !== next.isLate) continue;
    entries.push(metadata(view, node));
    if (happens(oddities, 'repeated', name)) entries.push(metadata(view, node));
  }
  const isOver = next.isLate || oddities.late === 0;
  Object.assign(next, isOver ? { after: null } : { after: -1, isLate: true });
  return entries;
}

function changes(view: View, folder: FolderNode, next: FolderCursor, maxEntries: number): Entry[] {
  const entries: Entry[] = [];
  const { journal } = view.tree;
  while (next.journal < journal.length && entries.length < maxEntries) {
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

function isLeftOut({ account }: View, { id, parent }: Node, { recursive, listing }: FolderCursor): boolean {
  const isMissed = () => happens(account.oddities, 'missed', `${listing}/${id}`);
  return recursive && (isMissed() || happens(account.oddities, 'hollow', `${listing}/${parent?.id}`));
}

/** A recursive listing includes the folder itself, unless it is the root. */
function isWanted(view: View, folder: FolderNode, node: Node, { recursive, native, mounted }: FolderCursor): boolean {
  if (!mounted && sharedAround(node) !== sharedAround(folder)) return false;
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
