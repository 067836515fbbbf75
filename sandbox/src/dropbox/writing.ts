import type { Account } from './accounts.ts';
import { endpointError } from './errors.ts';
import { isDisallowed } from './paths.ts';
import { type FolderNode, type Node, sharedAround } from './tree.ts';
import type { View } from './view.ts';

/** A place where something may be written: the last name of a path, and the folder it is to be in. */
export interface Target {
  name: string;
  /** What is there now. */
  existing: Node | undefined;
  /** Makes the folders above that are missing, as every write of Dropbox does. */
  parent(): FolderNode;
}

/** Where a write to the path would go; refusals come under the tag, as `path/conflict/file_ancestor`. */
export function target(view: View, path: string, tag: string): Target {
  const existing = path.startsWith('id:') ? view.look(path, tag) : undefined;
  const names = view.names(existing ? view.path(existing) : path, tag);
  if (names.some(isDisallowed)) throw endpointError(`${tag}/disallowed_name`);
  const name = names.at(-1);
  if (name === undefined) throw endpointError(`${tag}/malformed_path`);
  const above = names.slice(0, -1);
  const nearest = nearestAbove(view, above, tag);
  refuseReadOnly(nearest, tag);
  return {
    name,
    existing: view.tree.at(names),
    parent: () => makeFolders(view, above),
  };
}

/** Nobody writes in a folder that is shared with them to look at. */
export function refuseReadOnly(node: Node, tag: string): void {
  if (sharedAround(node)?.shared?.readOnly) throw endpointError(`${tag}/no_write_permission`);
}

export function refuseFull(account: Account, more: number, error: string): void {
  if (account.tree.used + more > account.quota) throw endpointError(error);
}

/** "name (1).txt", then (2): the first that is free. */
export function freeName(
  parent: FolderNode,
  name: string,
  isFree: (folder: FolderNode, name: string) => boolean,
): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 1; ; number++) {
    const candidate = `${stem} (${number})${extension}`;
    if (isFree(parent, candidate)) return candidate;
  }
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
