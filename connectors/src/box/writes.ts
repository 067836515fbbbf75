import { plainError } from '../kit/errors.ts';
import type { FileWrites } from '../kit/session.ts';
import { type BoxItem, boxId, folderNumber, ITEM_FIELDS, ROOT, remoteId, toItem } from './adapt.ts';
import { deleteItem, trashItem } from './delete.ts';
import { conflictOf, type Gateway } from './gateway.ts';
import { itemAt, pathOf } from './items.ts';
import { BoxRefusal, hasCode } from './refusals.ts';
import type { Uploads } from './uploads.ts';

const query = { fields: ITEM_FIELDS };

export function createWrites(gateway: Gateway, uploads: Uploads): Required<FileWrites> {
  const { begin, received, put, finish, abort } = uploads;
  return {
    begin,
    received,
    put,
    finish,
    abort,
    trash: (id) => trashItem(gateway, id),
    delete: (id) => deleteItem(gateway, id),

    async restore(id) {
      try {
        const json = { parent: { id: ROOT } };
        return toItem(await gateway.api<BoxItem>(pathOf(boxId(id)), { method: 'POST', query, json }));
      } catch (error) {
        // The item isn’t in the trash: it was restored already or deleted for good.
        if (!hasCode(error, 'not_found')) throw error;
        return itemAt(gateway, id);
      }
    },

    async mkdir(parent, name) {
      const json = { name, parent: { id: folderNumber(parent) } };
      try {
        return toItem(await gateway.api<BoxItem>('folders', { method: 'POST', query, json }), parent);
      } catch (error) {
        const taken = conflictOf(error);
        if (taken?.type !== 'folder') throw error;
        return itemAt(gateway, remoteId('folder', taken.id));
      }
    },

    async move(id, { parentId, name }) {
      const json = {
        ...(name !== undefined && { name }),
        ...(parentId !== undefined && { parent: { id: folderNumber(parentId) } }),
      };
      return toItem(await gateway.api<BoxItem>(pathOf(boxId(id)), { method: 'PUT', query, json }));
    },

    async copy(id, { parentId, name }) {
      const item = boxId(id);
      if (item.type === 'web_link') throw plainError('forbidden', 'Box can’t copy bookmarks');
      const json = { name, parent: { id: folderNumber(parentId) } };
      try {
        return toItem(await gateway.api<BoxItem>(`${pathOf(item)}/copy`, { method: 'POST', query, json }), parentId);
      } catch (error) {
        // The answer to a first attempt was lost, so the existing copy is the one it made.
        const taken = conflictOf(error);
        if (!(error instanceof BoxRefusal && error.isRepeat) || taken?.type !== 'file') throw error;
        const [original, made] = await Promise.all([itemAt(gateway, id), itemAt(gateway, remoteId('file', taken.id))]);
        if (made.size !== original.size || made.hashes.sha1 !== original.hashes.sha1) throw error;
        return made;
      }
    },
  };
}
