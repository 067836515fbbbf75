import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError, plainError } from '../kit/errors.ts';
import type { Hashes } from '../kit/hashes/hashes.ts';
import type { FileWrites, UploadHandle } from '../kit/session.ts';
import { refOf, toItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import type { Ref } from './graph.ts';
import type { Drives } from './libraries/drives.ts';
import { hasCode } from './refusals.ts';
import { finishedOf, sendFragment, sendInOnePiece, type Upload } from './send.ts';

/** Fragments must be multiples of this. Smaller files are sent in one request. */
export const GRAIN = 320 * 1024;

/**
 * SharePoint writes properties of its own into uploaded Office files, which changes their size and hashes. So they are
 * sent under another extension, verified, and renamed.
 */
const OFFICE = /\.(docx|docm|dotx|xlsx|xlsm|xltx|pptx|pptm|potx)$/i;

type Uploads = Pick<FileWrites, 'begin' | 'received' | 'put' | 'finish' | 'abort'>;

export function createUploads(account: AccountContext, gateway: Gateway, drives: Drives): Uploads {
  const remove = async (upload: Upload, itemId: string) => {
    // The file may be someone else’s: only its name and size match.
    if (upload.isFound) return;
    await gateway.remove({ ...upload.parent, itemId }).catch((error: unknown) => {
      if (!hasCode(error, 'not_found')) throw error;
    });
  };

  return {
    async begin({ parentId, name: finalName, size, modifiedAt }) {
      const own = await drives.own();
      const parent = await drives.folder(parentId);
      const begunAt = Math.floor(account.now().getTime() / 1000);
      const time = modifiedAt?.toISOString() ?? null;
      const isRewritten = parent.driveId !== own.id && OFFICE.test(finalName);
      if (isRewritten) await mustBeFree(gateway, parent, finalName);
      const named = isRewritten ? { name: temporaryName(finalName, begunAt), finalName } : { name: finalName };
      const upload: Upload = { parent, parentId, ...named, size, begunAt, modifiedAt: time, url: null };
      // There is no upload session for an empty file, and only a session sets times without another version.
      if (size === 0 || (size <= GRAIN && time === null)) return handleOf(upload);
      const createdDateTime = new Date(begunAt * 1000).toISOString();
      const times = { createdDateTime, ...(time !== null && { lastModifiedDateTime: time }) };
      return handleOf({ ...upload, url: await gateway.openSession(parent, upload.name, times) });
    },

    /** `not_found` once the upload session has expired: the upload then starts again. */
    async received(handle) {
      const upload = read(handle);
      if (upload.itemId !== undefined) return upload.size;
      if (upload.url === null) return (await finishedOf(gateway, upload)) ? upload.size : 0;
      const { url } = upload;
      try {
        const state = await account.call(() => gateway.sessionState(url));
        return 'itemId' in state ? upload.size : Math.min(state.received, upload.size);
      } catch (error) {
        if (hasCode(error, 'not_found') && (await finishedOf(gateway, upload))) return upload.size;
        throw error;
      }
    },

    async put(handle, { offset, bytes, last }) {
      const upload = read(handle);
      if (upload.itemId !== undefined) return handle;
      if (upload.url !== null) return handleOf(await sendFragment(account, gateway, upload, upload.url, offset, bytes));
      if (offset === upload.size && upload.size > 0) return handle;
      if (offset !== 0 || !last) throw new ConnectorError('conflict', 'A small file is sent in one piece');
      return handleOf(await sendInOnePiece(account, gateway, upload, bytes));
    },

    async finish(handle, expected) {
      const sent = read(handle);
      const upload = sent.itemId === undefined ? await finishedOf(gateway, sent) : sent;
      if (upload?.itemId === undefined) throw new ConnectorError('conflict', 'The file was not sent completely');
      const own = await drives.own();
      const { driveId } = upload.parent;
      const ref = { driveId, itemId: upload.itemId };
      const at = upload.parentId === undefined ? {} : { parentId: upload.parentId };
      const item = { ...toItem(await gateway.item(ref), driveId, own), ...at };
      if (item.size !== expected.size || !agree(item.hashes, expected.hashes)) {
        if (upload.isFound) throw plainError('conflict', `${upload.name} already exists`);
        await remove(upload, upload.itemId);
        throw new ConnectorError('corrupt', 'OneDrive holds other bytes than were sent');
      }
      if (upload.finalName === undefined) return item;
      try {
        const renamed = await gateway.change(ref, { name: upload.finalName });
        return { ...toItem(renamed, driveId, own), ...at, hashes: item.hashes };
      } catch (error) {
        if (hasCode(error, 'conflict')) await remove(upload, upload.itemId);
        throw error;
      }
    },

    async abort(handle, keep) {
      const upload = read(handle);
      const kept = keep === undefined ? null : refOf(keep).itemId;
      if (upload.itemId !== undefined) return upload.itemId === kept ? undefined : remove(upload, upload.itemId);
      const { url } = upload;
      if (url === null || (await account.call(() => gateway.cancelSession(url)))) return;
      // The session has ended, perhaps because the file is complete.
      const done = await finishedOf(gateway, upload);
      if (done && done.itemId !== kept) await remove(done, done.itemId!);
    },
  };
}

const MAX_NAME_LENGTH = 255;

/** A name with an extension that SharePoint doesn’t modify. */
function temporaryName(name: string, begunAt: number): string {
  const ending = `.${begunAt.toString(36)}.upload`;
  return `${[...name].slice(0, MAX_NAME_LENGTH - ending.length).join('')}${ending}`;
}

/** Checked before gigabytes are sent in vain. */
async function mustBeFree(gateway: Gateway, parent: Ref, name: string): Promise<void> {
  const taken = await gateway.itemAt(parent, name).catch((error: unknown) => {
    if (hasCode(error, 'not_found')) return null;
    throw error;
  });
  if (taken) throw plainError('conflict', `${name} already exists`);
}

/** Contains the address of the upload session, which lets anyone write the file, so it is as secret as a token. */
const handleOf = (upload: Upload) => JSON.stringify(upload) as UploadHandle;
const read = (handle: UploadHandle): Upload => JSON.parse(handle);

const agree = (held: Hashes, expected: Hashes) =>
  (Object.keys(expected) as (keyof Hashes)[]).every(
    (name) => held[name] === undefined || held[name] === expected[name],
  );
