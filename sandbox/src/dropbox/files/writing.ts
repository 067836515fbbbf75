import { endpointError } from '../errors.ts';
import { type Account, isTeamMember } from './accounts.ts';
import { isDisallowed } from './paths.ts';
import { type FolderNode, type Node, sharedAround } from './tree.ts';
import type { View } from './view.ts';

/** The target of a write: the last name of a path, and its folder. */
export interface Target {
  name: string;
  /** The existing item. */
  existing: Node | undefined;
  /** Creates missing parent folders, as every write at Dropbox does. */
  parent(): FolderNode;
}

/** Resolves the target of a write; refusals use the tag, as `path/conflict/file_ancestor`. */
export function target(view: View, path: string, tag: string): Target {
  const existing = path.startsWith('id:') ? view.look(path, tag) : undefined;
  const names = view.names(existing ? view.path(existing) : path, tag);
  if (names.some(isDisallowed)) throw endpointError(`${tag}/disallowed_name`);
  const name = names.at(-1);
  if (name === undefined) throw endpointError(`${tag}/malformed_path`);
  const above = names.slice(0, -1);
  const nearest = nearestAbove(view, above, tag);
  refuseReadOnly(view.account, nearest, tag);
  return {
    name,
    existing: view.tree.at(names),
    parent: () => makeFolders(view, above),
  };
}

/** Refuses writes to a folder that is shared read-only, or to the root of the team’s space. */
function refuseReadOnly(account: Account, folder: Node, tag: string): void {
  const isTeamRoot = isTeamMember(account) && folder === account.tree.root;
  if (sharedAround(folder)?.shared?.readOnly || isTeamRoot) throw endpointError(`${tag}/no_write_permission`);
}

/** Refuses to move or delete a team folder, and items in a folder that can’t be written to. */
export function refuseRemoval(account: Account, node: Node, tag: string): void {
  if (node.kind === 'folder' && node.shared?.isTeamFolder) throw endpointError(`${tag}/team_folder`);
  if (node.parent) refuseReadOnly(account, node.parent, tag);
}

export function refuseFull(account: Account, more: number, error: string): void {
  if (account.tree.used + more > account.quota) throw endpointError(error);
}

function nearestAbove(view: View, names: readonly string[], tag: string): FolderNode {
  let folder = view.tree.root;
  for (const [at] of names.entries()) {
    const next = view.tree.at(names.slice(0, at + 1));
    if (next === undefined) break;
    if (next.kind === 'file') throw endpointError(`${tag}/conflict/file_ancestor`);
    folder = next;
  }
  return folder;
}

function makeFolders(view: View, names: readonly string[]): FolderNode {
  let folder = view.tree.root;
  for (const [at, name] of names.entries()) {
    const next = view.tree.at(names.slice(0, at + 1)) ?? view.tree.addFolder(folder, name);
    if (next.kind === 'file') throw endpointError('path/conflict/file_ancestor');
    folder = next;
  }
  return folder;
}
