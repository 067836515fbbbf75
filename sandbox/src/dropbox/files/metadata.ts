import type { files } from 'dropbox';
import { happens } from './oddities.ts';
import { lower } from './paths.ts';
import { type FileNode, type FolderNode, type Node, sharedAround } from './tree.ts';
import type { View } from './view.ts';

export type Metadata = files.FileMetadataReference | files.FolderMetadataReference;

/** Times have no fractions of a second, like all of Dropbox’s. */
const timestamp = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z');

export function metadata(view: View, node: Node): Metadata {
  return node.kind === 'file' ? fileMetadata(view, node) : folderMetadata(view, node);
}

export function fileMetadata(view: View, node: FileNode): files.FileMetadataReference {
  const shared = sharedAround(node)?.shared;
  return {
    '.tag': 'file',
    name: node.name,
    ...place(view, node),
    id: node.id,
    client_modified: timestamp(node.clientModified),
    server_modified: timestamp(node.serverModified),
    rev: node.rev,
    size: node.content.size,
    ...(shared && {
      parent_shared_folder_id: shared.id,
      sharing_info: {
        read_only: shared.readOnly,
        parent_shared_folder_id: shared.id,
        ...(node.modifiedBy && { modified_by: node.modifiedBy }),
      },
    }),
    ...(node.symlinkTarget !== undefined && { symlink_info: { target: node.symlinkTarget } }),
    ...(node.exports ? { is_downloadable: false, export_info: exportInfo(node.exports) } : { is_downloadable: true }),
    ...(!node.exports &&
      !happens(view.account.oddities, 'withoutHash', node.id) && { content_hash: node.content.hash('dropbox') }),
  };
}

/** If only a file or only a folder is possible, the metadata has no tag. */
export function untagged<T extends Metadata>(tagged: T): Omit<T, '.tag'> {
  const { '.tag': _, ...metadata } = tagged;
  return metadata;
}

export function folderMetadata(view: View, node: FolderNode): files.FolderMetadataReference {
  const around = sharedAround(node);
  const mounted = node.shared && { shared_folder_id: node.shared.id };
  const inside = around && around !== node && { parent_shared_folder_id: around.shared!.id };
  return {
    '.tag': 'folder',
    name: node.name,
    ...place(view, node),
    id: node.id,
    ...mounted,
    ...inside,
    ...(around && {
      sharing_info: {
        read_only: around.shared!.readOnly,
        ...mounted,
        ...inside,
        traverse_only: false,
        no_access: false,
      },
    }),
  };
}

export function deletedMetadata(display: string): files.DeletedMetadataReference {
  const name = display.slice(display.lastIndexOf('/') + 1);
  return { '.tag': 'deleted', name, path_lower: lower(display), path_display: display };
}

function place(view: View, node: Node) {
  const path = view.path(node);
  const isOther = happens(view.account.oddities, 'otherCase', node.id);
  // Only the last name is certain to have its original case.
  const folder = path.slice(0, -node.name.length);
  const path_display = isOther ? folder.replace(/[a-z]/g, (letter) => letter.toUpperCase()) + node.name : path;
  return { path_lower: lower(path), path_display };
}

function exportInfo(exports: Readonly<Record<string, unknown>>): files.ExportInfo {
  const [first = '', ...others] = Object.keys(exports);
  return { export_as: first, ...(others.length > 0 && { export_options: [first, ...others] }) };
}
