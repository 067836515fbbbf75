import { randomUUID } from 'node:crypto';
import { ConnectorError } from '../kit/errors.ts';
import type { Expected, FileWrites, RemoteItem } from '../kit/session.ts';
import { folderNumber, remoteId, toItem } from './adapt.ts';
import { deleteOwn } from './delete.ts';
import { conflictOf, type Gateway } from './gateway.ts';
import { handleOf, type Upload, uploadOf } from './handle.ts';
import { boxItemAt, itemAt } from './items.ts';
import { createPartUploads, MIN_IN_PARTS } from './parts.ts';
import { hasCode } from './refusals.ts';
import { createSinglePostUploads } from './single-post.ts';

/** The usual size of a part at Box. */
export const CHUNK = 8 * 1024 * 1024;

export type Uploads = Pick<FileWrites, 'begin' | 'received' | 'put' | 'finish' | 'abort'> & { close(): Promise<void> };

/** Files arrive completely or not at all and never replace another, because Box refuses a taken name. */
export function createUploads(gateway: Gateway): Uploads {
  const parts = createPartUploads(gateway);
  const posts = createSinglePostUploads(gateway);

  async function finishPost({ file, size }: Upload, expected: Expected): Promise<RemoteItem> {
    if (file === undefined) throw new ConnectorError('corrupt', `Not all of ${size} bytes were sent`);
    const item = await boxItemAt(gateway, remoteId('file', file.id));
    if (item.size === expected.size && (expected.hashes.sha1 ?? item.sha1) === item.sha1) return toItem(item);
    if (item.etag !== file.etag) throw new ConnectorError('conflict', 'The file was changed at Box after it arrived');
    await deleteOwn(gateway, file);
    throw new ConnectorError('corrupt', 'What arrived at Box is not what was sent');
  }

  async function finishParts(upload: Upload, { size, hashes }: Expected): Promise<RemoteItem> {
    const sent = parts.sha1(upload);
    // Box requires the hash of all bytes; after a restart only the caller can provide it.
    const sha1 = hashes.sha1 ?? sent;
    if (size !== upload.size || sha1 === null || (sent !== null && sent !== sha1)) {
      await parts.abort(upload);
      throw new ConnectorError('corrupt', 'What was sent to Box is not what was expected');
    }
    try {
      return toItem(await parts.commit(upload, sha1));
    } catch (error) {
      if (hasCode(error, 'corrupt')) await parts.abort(upload);
      if (!hasCode(error, 'not_found')) throw error;
      return await committed(upload, sha1, error);
    }
  }

  /** The upload session is used up, perhaps by a commit whose answer was lost: then the file exists. */
  async function committed({ folder, name, size }: Upload, sha1: string, error: ConnectorError): Promise<RemoteItem> {
    const json = { name, parent: { id: folder }, size };
    const taken = await gateway
      .command('api', 'files/content', { method: 'OPTIONS', json })
      .then(() => null, conflictOf);
    if (taken?.type !== 'file') throw error;
    const item = await itemAt(gateway, remoteId('file', taken.id));
    if (item.size !== size || item.hashes.sha1 !== sha1) throw error;
    return item;
  }

  return {
    async begin({ parentId, name, size, modifiedAt }) {
      const folder = folderNumber(parentId);
      const stamp = modifiedAt?.toISOString().replace(/\.\d+Z$/, 'Z') ?? null;
      const upload: Upload = { key: randomUUID(), folder, name, size, modifiedAt: stamp };
      return handleOf(size < MIN_IN_PARTS ? upload : await parts.begin(upload));
    },

    async received(handle) {
      const upload = uploadOf(handle);
      if (upload.parts) return parts.received(upload);
      return upload.file === undefined ? posts.received(upload) : upload.size;
    },

    async put(handle, chunk) {
      const upload = uploadOf(handle);
      if (upload.parts) {
        await parts.put(upload, chunk);
        return handle;
      }
      if (upload.file !== undefined) return handle;
      const made = await posts.put(upload, chunk);
      return made === null ? handle : handleOf({ ...upload, file: { id: made.id, etag: made.etag } });
    },

    finish(handle, expected) {
      const upload = uploadOf(handle);
      return upload.parts ? finishParts(upload, expected) : finishPost(upload, expected);
    },

    async abort(handle, keep) {
      const upload = uploadOf(handle);
      if (upload.parts) await parts.abort(upload);
      else if (upload.file === undefined) await posts.abort(upload);
      else if (remoteId('file', upload.file.id) !== keep) await deleteOwn(gateway, upload.file);
    },

    close: () => posts.close(),
  };
}
