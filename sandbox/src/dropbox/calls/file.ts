import type { Call } from '../call.ts';
import { endpointError } from '../errors.ts';
import { pathArgument } from '../files/paths.ts';
import type { FileNode } from '../files/tree.ts';

/** The file that a path names, an id or a revision. */
export function fileAt({ route, view }: Pick<Call<unknown>, 'route' | 'view'>, path: unknown): FileNode {
  const node = view.look(pathArgument(path, 'read', route), 'path');
  if (node.kind !== 'file') throw endpointError('path/not_file');
  return node;
}

/** In lower case; empty where there is none. */
export const extensionOf = ({ name }: FileNode): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
