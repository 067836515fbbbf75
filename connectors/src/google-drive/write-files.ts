import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { Hashes } from '../kit/hashes.ts';
import type { FileWrites, RemoteId, RemoteItem, UploadHandle } from '../kit/session.ts';
import { type DriveFile, FOLDER, quoted, toItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import { hasCode } from './refusals.ts';
import { sendChunk, type Upload, uploadState } from './upload.ts';

export function writeFiles(
  account: AccountContext,
  gateway: Gateway,
  root: () => Promise<string>,
): Required<FileWrites> {
  const item = async (file: DriveFile) => toItem(file, await root());
  /** Two who want the same new folder at once get one. */
  const makingFolders = new Map<string, Promise<RemoteItem>>();

  const remove = (id: string) =>
    gateway.remove(id).catch((error: unknown) => {
      if (!hasCode(error, 'not_found')) throw error;
    });

  /** With an id chosen beforehand, so that an attempt whose answer was lost is recognised and not made twice. */
  async function madeOnce(make: (id: string) => Promise<DriveFile>): Promise<RemoteItem> {
    const id = await gateway.generateId();
    try {
      return await item(await make(id));
    } catch (error) {
      if (hasCode(error, 'conflict')) return item(await gateway.file(id));
      throw error;
    }
  }

  async function makeFolder(parent: RemoteId | null, name: string): Promise<RemoteItem> {
    const q = `${quoted(parent ?? 'root')} in parents and name=${quoted(name)} and mimeType='${FOLDER}' and trashed=false`;
    const [existing] = (await gateway.list({ q, orderBy: 'createdTime' })).files;
    if (existing) return item(existing);
    return madeOnce((id) => gateway.create({ id, name, mimeType: FOLDER, parents: [parent ?? 'root'] }));
  }

  return {
    async begin({ parentId, name, size, mimeType, modifiedAt }) {
      const file = {
        name,
        mimeType,
        parents: [parentId ?? 'root'],
        ...(modifiedAt && { modifiedTime: modifiedAt.toISOString() }),
      };
      return toHandle({ url: await gateway.openUpload(file, size), size });
    },

    /** `not_found` once the session is over, after about a week: the upload begins anew. */
    async received(handle) {
      const upload = fromHandle(handle);
      if (upload.fileId !== undefined) return upload.size;
      const state = await uploadState(account, gateway, upload);
      return 'fileId' in state ? upload.size : state.received;
    },

    put: async (handle, chunk) => toHandle(await sendChunk(account, gateway, fromHandle(handle), chunk)),

    async finish(handle, expected) {
      const upload = fromHandle(handle);
      const state =
        upload.fileId === undefined ? await uploadState(account, gateway, upload) : { fileId: upload.fileId };
      if (!('fileId' in state))
        throw new ConnectorError('conflict', `Only ${state.received} of ${upload.size} bytes were sent`);
      const done = await item(await gateway.file(state.fileId));
      if (done.size === expected.size && agree(done.hashes, expected.hashes)) return done;
      await remove(done.id);
      throw new ConnectorError('corrupt', 'Google Drive holds other bytes than were sent');
    },

    async abort(handle) {
      const upload = fromHandle(handle);
      const state = upload.fileId === undefined ? await uploadState(account, gateway, upload).catch(isOver) : upload;
      if (state === null) return;
      if ('fileId' in state && state.fileId !== undefined) await remove(state.fileId);
      else await account.call(() => gateway.cancelUpload(upload.url));
    },

    mkdir(parent, name) {
      const key = JSON.stringify([parent, name]);
      const making = makingFolders.get(key) ?? makeFolder(parent, name).finally(() => makingFolders.delete(key));
      makingFolders.set(key, making);
      return making;
    },

    delete: remove,
    async trash(id) {
      await gateway.update(id, { trashed: true });
    },

    async move(id, { parentId, name }) {
      const change = name === undefined ? {} : { name };
      if (parentId === undefined) return item(await gateway.update(id, change));
      const { parents = [] } = await gateway.file(id);
      const removeParents = (parents ?? []).filter((parent) => parent !== parentId).join(',');
      return item(await gateway.update(id, change, { addParents: parentId, ...(removeParents && { removeParents }) }));
    },

    copy: (id, { parentId, name }) =>
      madeOnce((newId) => gateway.copy(id, { id: newId, name, parents: [parentId ?? 'root'] })),
  };
}

/** Holds the address of the session, which lets anyone who has it write the file: a secret, to be kept like a token. */
const toHandle = (upload: Upload) => JSON.stringify(upload) as UploadHandle;
const fromHandle = (handle: UploadHandle): Upload => JSON.parse(handle);

function isOver(error: unknown): null {
  if (hasCode(error, 'not_found')) return null;
  throw error;
}

const agree = (held: Hashes, expected: Hashes) =>
  (Object.keys(expected) as (keyof Hashes)[]).every(
    (name) => held[name] === undefined || held[name] === expected[name],
  );
