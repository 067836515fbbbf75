import type { files } from 'dropbox';
import { ConnectorError, plainError } from '../../kit/errors.ts';
import { answered } from '../../kit/http/answered.ts';
import type { FileWrites, RemoteId } from '../../kit/session.ts';
import { idOf, itemOf, parentPath } from '../adapt.ts';
import { DropboxFailure } from '../failures.ts';
import type { Gateway, Metadata } from '../gateway.ts';
import { isTop } from '../home.ts';
import { expectedAt, folderPath, lookUp, metadataAt, pathOf, placed } from '../lookup.ts';
import { NotFoundYet } from './recent-writes.ts';
import { createUploads } from './uploads.ts';

export function createWrites(gateway: Gateway) {
  const { lane } = gateway;

  /** Dropbox keeps deleted items for weeks, which serves as its trash. */
  const remove = async (id: RemoteId) => {
    try {
      await lane.run(() => gateway.rpc('files/delete_v2', { path: pathOf(id) }));
    } catch (error) {
      // An item that was just written and can’t be found after retries was deleted by an earlier call.
      const isGone = error instanceof ConnectorError && error.code === 'not_found';
      if (!isGone && !(error instanceof NotFoundYet)) throw error;
    }
  };

  return {
    ...createUploads(gateway),
    delete: remove,
    trash: remove,

    /** Restores only files, each by its last revision; to the top if its folder is gone. */
    async restore(id) {
      const arg = { path: pathOf(id), mode: { '.tag': 'id' }, limit: 1 };
      const { entries, is_deleted } = answered(
        await gateway.rpc<files.ListRevisionsResult>('files/list_revisions', arg),
        'entries',
        'Dropbox',
      );
      const [last] = entries;
      if (!is_deleted || !last) return placed(gateway, await lookUp(gateway, id));
      const home = await gateway.home();
      const folder = parentPath(last.path_display ?? last.path_lower ?? '');
      const isAtTop = isTop(home, parentPath(last.path_lower ?? ''));
      const isThere = isAtTop || (await metadataAt(gateway, folder)) !== null;
      const path = `${isThere ? folder : home.path}/${last.name}`;
      // Dropbox would make it a revision of an existing file.
      if (await metadataAt(gateway, path)) throw plainError('conflict', `${last.name} already exists`);
      const restore = () => gateway.rpc<files.FileMetadata>('files/restore', { path, rev: last.rev });
      return placed(gateway, { ...(await lane.run(restore)), '.tag': 'file' });
    },

    async mkdir(parent, name) {
      const path = `${await folderPath(gateway, parent)}/${name}`;
      try {
        const create = () => gateway.rpc<files.CreateFolderResult>('files/create_folder_v2', { path });
        const { metadata } = await lane.run(create);
        return itemOf({ ...metadata, '.tag': 'folder' }, parent);
      } catch (error) {
        const there = isConflict(error) ? await expectedAt(gateway, path) : null;
        if (there?.['.tag'] !== 'folder') throw error;
        return itemOf(there, parent);
      }
    },

    async move(id, { parentId, name }) {
      const item = await lookUp(gateway, id);
      const folder = parentId === undefined ? parentPath(displayed(item)) : await folderPath(gateway, parentId);
      const to_path = `${folder}/${name ?? item.name}`;
      try {
        const arg = { from_path: item.id, to_path };
        const { metadata } = await lane.run(() => gateway.rpc<files.RelocationResult>('files/move_v2', arg));
        const moved = metadata as Metadata;
        return parentId === undefined ? await placed(gateway, moved) : itemOf(moved, parentId);
      } catch (error) {
        // It exists already, for example because the answer to a first attempt was lost.
        const there = isConflict(error) ? await expectedAt(gateway, to_path) : null;
        if (there === null || idOf(there) !== id || there.name !== (name ?? item.name)) throw error;
        return placed(gateway, there);
      }
    },

    async copy(id, { parentId, name }) {
      const arg = { from_path: pathOf(id), to_path: `${await folderPath(gateway, parentId)}/${name}` };
      const { metadata } = await lane.run(() => gateway.rpc<files.RelocationResult>('files/copy_v2', arg));
      return itemOf(metadata as Metadata, parentId);
    },
  } satisfies FileWrites;
}

const displayed = (item: Metadata) => item.path_display ?? item.path_lower ?? '';

function isConflict(error: unknown): boolean {
  if (!(error instanceof DropboxFailure)) return false;
  return error.code === 'conflict' || error.tags.includes('duplicated_or_nested_paths');
}
