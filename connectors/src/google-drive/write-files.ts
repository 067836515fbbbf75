import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError, plainError } from '../kit/errors.ts';
import { hasCode, refusalOf } from '../kit/google/refusals.ts';
import type { Hashes } from '../kit/hashes/hashes.ts';
import type { FileWrites, RemoteId, RemoteItem, UploadHandle } from '../kit/session.ts';
import { type DriveFile, toItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import { makeFolder } from './make-folder.ts';
import { SHARED_DRIVES } from './shared-drives/shared-drives.ts';
import { sendChunk, type Upload, uploadState } from './upload.ts';

export function writeFiles(
  account: AccountContext,
  gateway: Gateway,
  root: () => Promise<string>,
): Required<FileWrites> {
  const item = async (file: DriveFile) => toItem(file, await root());
  /** Concurrent calls for the same new folder create one. */
  const makingFolders = new Map<string, Promise<RemoteItem>>();

  /** Only managers of a shared drive may delete for good; other members may move items to its trash. */
  const remove = (id: string) =>
    gateway.remove(id).catch(async (error: unknown) => {
      if (hasCode(error, 'forbidden')) await gateway.update(id, { trashed: true });
      else if (!hasCode(error, 'not_found')) throw error;
    });

  /**
   * Removes the file of an upload. A file that somebody has changed since stays, and the answer is false. If that is
   * unknown, it is moved to the trash instead of being deleted.
   */
  const removeOwn = async ({ fileId, revision }: { fileId: string; revision?: string }): Promise<boolean> => {
    if (revision === undefined) {
      await gateway.update(fileId, { trashed: true }).catch(isOver);
      return true;
    }
    const held = await gateway.file(fileId).catch(isOver);
    if (held && held.headRevisionId !== revision) return false;
    await remove(fileId);
    return true;
  };

  /** Uses an id chosen in advance, so that an attempt whose answer was lost is recognized and not repeated. */
  async function madeOnce(make: (id: string) => Promise<DriveFile>): Promise<RemoteItem> {
    const id = await gateway.generateId();
    try {
      return await item(await make(id));
    } catch (error) {
      if (hasCode(error, 'conflict')) return item(await gateway.file(id));
      throw error;
    }
  }

  return {
    async begin({ parentId, name, size, mimeType, modifiedAt }) {
      const file = {
        name,
        mimeType,
        parents: [folderOf(parentId)],
        ...(modifiedAt && { modifiedTime: modifiedAt.toISOString() }),
      };
      return toHandle({ url: await gateway.openUpload(file, size), size });
    },

    /** `not_found` once the upload session has expired, after about a week: the upload then starts again. */
    async received(handle) {
      const upload = fromHandle(handle);
      if (upload.fileId !== undefined) return upload.size;
      const state = await uploadState(account, gateway, upload);
      return 'fileId' in state ? upload.size : state.received;
    },

    put: async (handle, chunk) => toHandle(await sendChunk(account, gateway, fromHandle(handle), chunk)),

    async finish(handle, expected) {
      const upload = fromHandle(handle);
      const state = isComplete(upload) ? upload : await uploadState(account, gateway, upload);
      if (!('fileId' in state))
        throw new ConnectorError('conflict', `Only ${state.received} of ${upload.size} bytes were sent`);
      const done = await item(await gateway.file(state.fileId));
      if (done.size === expected.size && agree(done.hashes, expected.hashes)) return done;
      if (await removeOwn(state)) throw new ConnectorError('corrupt', 'Google Drive holds other bytes than were sent');
      throw new ConnectorError('conflict', 'The file was changed in Google Drive after it arrived');
    },

    async abort(handle, keep) {
      const upload = fromHandle(handle);
      const state = isComplete(upload) ? upload : await uploadState(account, gateway, upload).catch(isOver);
      if (state === null) return;
      if (!('fileId' in state)) await account.call(() => gateway.cancelUpload(upload.url));
      else if (state.fileId !== keep) await removeOwn(state);
    },

    async mkdir(parent, name) {
      folderOf(parent);
      const key = JSON.stringify([parent, name]);
      const making =
        makingFolders.get(key) ??
        makeFolder(account, gateway, parent, name)
          .then(item)
          .finally(() => makingFolders.delete(key));
      makingFolders.set(key, making);
      return making;
    },

    delete: remove,
    async trash(id) {
      await gateway.update(id, { trashed: true });
    },
    async restore(id) {
      const restored = await gateway.update(id, { trashed: false });
      if (!restored.trashed) return item(restored);
      // Its folder is in the trash, so the restored item would stay there.
      const removeParents = (restored.parents ?? []).join(',');
      return item(await gateway.update(id, {}, { addParents: await root(), ...(removeParents && { removeParents }) }));
    },

    async move(id, { parentId, name }) {
      const change = name === undefined ? {} : { name };
      if (parentId === undefined) return item(await gateway.update(id, change));
      const [{ parents = [] }, to] = await Promise.all([gateway.file(id), parentId ?? root()]);
      folderOf(parentId);
      const removeParents = (parents ?? []).filter((parent) => parent !== to).join(',');
      return item(await gateway.update(id, change, { addParents: to, ...(removeParents && { removeParents }) }));
    },

    async copy(id, { parentId, name }) {
      const as = { name, parents: [folderOf(parentId)] };
      try {
        return await madeOnce((newId) => gateway.copy(id, { ...as, id: newId }));
      } catch (error) {
        // Google’s own documents get no id from us, so an attempt whose answer was lost isn’t repeated.
        if (refusalOf(error)?.reason !== 'generatedIdNotSupported') throw error;
        return item(await gateway.copyOnce(id, as));
      }
    },
  };
}

/** Contains the address of the upload session, which lets anyone write the file, so it is as secret as a token. */
const toHandle = (upload: Upload) => JSON.stringify(upload) as UploadHandle;
const fromHandle = (handle: UploadHandle): Upload => JSON.parse(handle);
const isComplete = (upload: Upload): upload is Upload & { fileId: string } => upload.fileId !== undefined;

function isOver(error: unknown): null {
  if (hasCode(error, 'not_found')) return null;
  throw error;
}

/** Shared drives can’t be created here, and files go into one of them. */
function folderOf(parent: RemoteId | null): string {
  if (parent !== SHARED_DRIVES) return parent ?? 'root';
  throw plainError('forbidden', 'Files can’t be stored next to shared drives. Choose one of the drives');
}

const agree = (held: Hashes, expected: Hashes) =>
  (Object.keys(expected) as (keyof Hashes)[]).every(
    (name) => held[name] === undefined || held[name] === expected[name],
  );
