import type { files } from 'dropbox';
import { ConnectorError } from '../kit/errors.ts';
import type { FileWrites, RemoteId } from '../kit/session.ts';
import { idOf, itemOf, parentPath } from './adapt.ts';
import { DropboxFailure } from './failures.ts';
import type { Gateway, Metadata } from './gateway.ts';
import { folderPath, lookUp, pathOf, placed } from './lookup.ts';
import { metadataAt } from './parents.ts';
import { createUploads } from './uploads.ts';

export function createWrites(gateway: Gateway) {
  /** Dropbox keeps what was deleted for weeks: this is its trash. */
  const remove = async (id: RemoteId) => {
    try {
      await gateway.rpc('files/delete_v2', { path: pathOf(id) });
    } catch (error) {
      if (!(error instanceof ConnectorError && error.code === 'not_found')) throw error;
    }
  };

  return {
    ...createUploads(gateway),
    delete: remove,
    trash: remove,

    async mkdir(parent, name) {
      const path = `${await folderPath(gateway, parent)}/${name}`;
      try {
        const { metadata } = await gateway.rpc<files.CreateFolderResult>('files/create_folder_v2', { path });
        return itemOf({ ...metadata, '.tag': 'folder' }, parent);
      } catch (error) {
        const there = isConflict(error) ? await metadataAt(gateway, path) : null;
        if (there?.['.tag'] !== 'folder') throw error;
        return itemOf(there, parent);
      }
    },

    async move(id, { parentId, name }) {
      const item = await lookUp(gateway, id);
      const folder = parentId === undefined ? parentPath(displayed(item)) : await folderPath(gateway, parentId);
      const to_path = `${folder}/${name ?? item.name}`;
      try {
        const { metadata } = await gateway.rpc<files.RelocationResult>('files/move_v2', {
          from_path: item.id,
          to_path,
        });
        return await placed(gateway, metadata as Metadata);
      } catch (error) {
        // Where it is already, such as when the answer to the first try was lost.
        const there = isConflict(error) ? await metadataAt(gateway, to_path) : null;
        if (there === null || idOf(there) !== id || there.name !== (name ?? item.name)) throw error;
        return placed(gateway, there);
      }
    },

    async copy(id, { parentId, name }) {
      const arg = { from_path: pathOf(id), to_path: `${await folderPath(gateway, parentId)}/${name}` };
      const { metadata } = await gateway.rpc<files.RelocationResult>('files/copy_v2', arg);
      return itemOf(metadata as Metadata, parentId);
    },
  } satisfies FileWrites;
}

const displayed = (item: Metadata) => item.path_display ?? item.path_lower ?? '';

function isConflict(error: unknown): boolean {
  if (!(error instanceof DropboxFailure)) return false;
  return error.code === 'conflict' || error.tags.includes('duplicated_or_nested_paths');
}
