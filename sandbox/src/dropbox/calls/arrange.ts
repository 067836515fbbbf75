import type { files } from 'dropbox';
import type { Call } from '../call.ts';
import { endpointError } from '../errors.ts';
import { folderMetadata, metadata, untagged } from '../files/metadata.ts';
import { pathArgument } from '../files/paths.ts';
import { below, isWithin, type Node, sharedAround } from '../files/tree.ts';
import { refuseFull, refuseRemoval, target } from '../files/writing.ts';

const sizeOf = (node: Node) => {
  let size = 0;
  for (const each of below(node)) if (each.kind === 'file') size += each.content.size;
  return size;
};

export function createFolder({ arg, route, view }: Call<files.CreateFolderArg>): files.CreateFolderResult {
  const place = target(view, pathArgument(arg.path, 'write', route), 'path');
  if (place.existing) throw endpointError(`path/conflict/${place.existing.kind}`);
  return { metadata: untagged(folderMetadata(view, view.tree.addFolder(place.parent(), place.name))) };
}

export function deleteItem({ arg, route, view, account }: Call<files.DeleteArg>): files.DeleteResult {
  const node = view.look(pathArgument(arg.path, 'writeOrId', route), 'path_lookup');
  // The mount point of a shared folder may be removed; its contents may not be changed.
  refuseRemoval(account, node, 'path_write');
  if (arg.parent_rev !== undefined) {
    if (node.kind === 'folder') throw endpointError('path_lookup/not_file');
    if (node.rev !== arg.parent_rev) throw endpointError('path_write/conflict/file');
  }
  const gone = metadata(view, node);
  view.tree.remove(node);
  return { metadata: gone };
}

export function move({ arg, route, view, account }: Call<files.RelocationArg>): files.RelocationResult {
  const moving = view.find(arg.from_path, 'from_lookup');
  if (moving) refuseRemoval(account, moving, 'from_write');
  const { node, parent, name } = relocation(view, arg, route);
  view.tree.move(node, parent, name);
  return { metadata: metadata(view, node) };
}

export function copy({ arg, route, view, account }: Call<files.RelocationArg>): files.RelocationResult {
  const { node, parent, name } = relocation(view, arg, route);
  if (node.kind === 'folder' && sharedAround(node) === node) throw endpointError('cant_copy_shared_folder');
  refuseFull(account, sizeOf(node), 'insufficient_quota');
  return { metadata: metadata(view, view.tree.copy(node, parent, name)) };
}

function relocation(view: Call['view'], arg: files.RelocationArg, route: string) {
  const node = view.look(pathArgument(arg.from_path, 'writeOrId', route, 'from_path'), 'from_lookup');
  const place = target(view, pathArgument(arg.to_path, 'writeOrId', route, 'to_path'), 'to');
  if (place.existing === node) throw endpointError('duplicated_or_nested_paths');
  const parentNow = view.tree.at(view.names(arg.to_path, 'to').slice(0, -1));
  if (node.kind === 'folder' && parentNow && isWithin(parentNow, node)) {
    throw endpointError('cant_move_folder_into_itself');
  }
  if (place.existing) throw endpointError(`to/conflict/${place.existing.kind}`);
  return { node, parent: place.parent(), name: place.name };
}
