import { plainError } from '../kit/errors.ts';
import type { FileWrites, RemoteId, RemoteItem } from '../kit/session.ts';
import { fileOf, folderOf, revisionOf, type S3Object } from './adapt.ts';
import type { Bucket } from './bucket.ts';
import { copyObject, expectCopy } from './copy-object.ts';
import { deleteObject } from './delete-objects.ts';
import { type Destinations, isTaken } from './destinations.ts';
import { copyFolder, deleteCopied, deleteFolder } from './folder-objects.ts';
import { isFolderId, parentOf } from './keys.ts';
import { noSuchItem } from './protocol/gateway.ts';

type Arranging = Pick<FileWrites, 'mkdir' | 'delete'> & Required<Pick<FileWrites, 'move' | 'copy'>>;

/** A store can neither rename nor move: both are a verified copy and then a deletion. */
export function createArranging(bucket: Bucket, destinations: Destinations): Arranging {
  async function copyFile(id: RemoteId, to: RemoteId) {
    const source = await bucket.head(id);
    if (source === null) throw noSuchItem();
    await destinations.expectFree(to);
    await copyObject(bucket, id, to, source);
    const copy = await expectCopy(bucket, source, to);
    return { source, copy };
  }

  async function copyWholeFolder(id: RemoteId, to: RemoteId) {
    if (!(await bucket.hasFolder(id))) throw noSuchItem();
    if (to.startsWith(id)) throw plainError('conflict', 'A folder can’t be moved into itself.');
    await destinations.expectFree(to);
    return copyFolder(bucket, id, to);
  }

  /**
   * Deletes the original only if it is unchanged since the copy. If a store ignores conditions of a deletion, anything
   * written between the check and the next request is lost.
   */
  async function moveFile(id: RemoteId, to: RemoteId): Promise<RemoteItem> {
    const { source, copy } = await copyFile(id, to);
    const now = await bucket.head(id);
    const isSame = now === null || revisionOfObject(now) === revisionOfObject(source);
    if (isSame && (now === null || (await deleteObject(bucket, id, source.etag)))) return fileOf(to, copy);
    await deleteObject(bucket, to, copy.etag);
    throw plainError('conflict', 'The file changed while it was being moved.');
  }

  const placeIn = async (parent: RemoteId | null, name: string, kind: RemoteId) =>
    `${await destinations.inside(parent, name)}${isFolderId(kind) ? '/' : ''}` as RemoteId;

  return {
    async mkdir(parent, name) {
      const id = await placeIn(parent, name, '/' as RemoteId);
      const [file, isThere] = await Promise.all([bucket.head(id.slice(0, -1)), bucket.hasFolder(id)]);
      if (file !== null) throw isTaken();
      if (!isThere) {
        const headers = { 'content-type': 'application/x-directory' };
        const request = { method: 'PUT', key: bucket.keyOf(id), headers, body: '', accept: [200, 201] };
        await (await bucket.gateway.send(request)).discard();
      }
      destinations.exists(id);
      return folderOf(id);
    },
    async delete(id) {
      await (isFolderId(id) ? deleteFolder(bucket, id) : deleteObject(bucket, id));
    },
    async move(id, { parentId, name }) {
      const parent = parentId === undefined ? parentOf(id) : parentId;
      const to = await placeIn(parent, name ?? ownName(id), id);
      if (to === id) return isFolderId(id) ? folderOf(id) : bucket.file(id);
      if (!isFolderId(id)) return moveFile(id, to);
      await deleteCopied(bucket, id, await copyWholeFolder(id, to));
      return folderOf(to);
    },
    async copy(id, { parentId, name }) {
      const to = await placeIn(parentId, name, id);
      if (!isFolderId(id)) return fileOf(to, (await copyFile(id, to)).copy);
      await copyWholeFolder(id, to);
      return folderOf(to);
    },
  };
}

/** The name in the key, which may differ from the name that is shown. */
const ownName = (id: RemoteId) => id.slice(parentOf(id)?.length ?? 0, isFolderId(id) ? -1 : undefined);

const revisionOfObject = ({ etag, size, modifiedAt }: S3Object) => revisionOf(etag, size, modifiedAt);
