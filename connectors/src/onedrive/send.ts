import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError, plainError } from '../kit/errors.ts';
import { createHasher } from '../kit/hashes/hashes.ts';
import type { RemoteId } from '../kit/session.ts';
import type { Gateway, SessionState } from './gateway.ts';
import type { Ref } from './graph.ts';
import { hasCode, statusOf } from './refusals.ts';

/** The state of an upload, as stored in its handle. */
export interface Upload {
  parent: Ref;
  /** The parent’s id in this connector; absent in handles of earlier versions. */
  parentId?: RemoteId | null;
  /** The name during the upload. */
  name: string;
  /** The final name after verification, if it differs. */
  finalName?: string;
  size: number;
  /** The start of the upload in seconds, since OneDrive stores no fractions. */
  begunAt: number;
  modifiedAt: string | null;
  /** The address of the upload session; null for a file that is sent in one piece. */
  url: string | null;
  /** Set once OneDrive has the complete file. */
  itemId?: string;
  /** The answer was lost, and the file was recognized by its name and size: it may be someone else’s. */
  isFound?: boolean;
}

/** How much the clocks of OneDrive and of this server may differ. */
const CLOCKS_SECONDS = 5 * 60;

/** Sends one fragment. If its answer is lost, the state of the session is requested. */
export async function sendFragment(
  account: AccountContext,
  gateway: Gateway,
  upload: Upload,
  url: string,
  offset: number,
  bytes: Uint8Array,
): Promise<Upload> {
  const end = offset + bytes.length;
  let from = offset;
  let isUnsure = bytes.length === 0;
  const work = async (): Promise<SessionState> => {
    if (isUnsure) return gateway.sessionState(url);
    isUnsure = true;
    try {
      const state = await gateway.sendFragment(url, bytes.subarray(from - offset), from, upload.size);
      isUnsure = false;
      return state;
    } catch (error) {
      // OneDrive has other bytes than expected, perhaps this very fragment, so its offset is requested.
      if (statusOf(error) === 416) return gateway.sessionState(url);
      throw error;
    }
  };
  for (;;) {
    const state = await account.call(work).catch(async (error: unknown) => {
      const found = isUnsure && hasCode(error, 'not_found') ? await finishedOf(gateway, upload) : null;
      if (found) return { itemId: found.itemId! };
      throw error;
    });
    isUnsure = false;
    if ('itemId' in state) return { ...upload, ...state };
    if (state.received >= upload.size) throw plainError('conflict', `${upload.name} already exists`);
    if (state.received >= end) return upload;
    if (state.received < offset)
      throw new ConnectorError('conflict', `OneDrive holds ${state.received} bytes, not ${offset}`);
    from = state.received;
  }
}

/** Sends a small file. If its name is taken by the same new content, the answer to a first attempt was lost. */
export async function sendInOnePiece(
  account: AccountContext,
  gateway: Gateway,
  upload: Upload,
  bytes: Uint8Array,
): Promise<Upload> {
  let sent: Upload;
  try {
    const { id } = await account.call(() => gateway.putContent(upload.parent, upload.name, bytes));
    sent = { ...upload, itemId: id };
  } catch (error) {
    const found = hasCode(error, 'conflict') ? await finishedOf(gateway, upload, quickXor(bytes)) : null;
    if (!found) throw error;
    sent = found;
  }
  if (upload.modifiedAt !== null) {
    const fileSystemInfo = { lastModifiedDateTime: upload.modifiedAt };
    await gateway.change({ ...upload.parent, itemId: sent.itemId! }, { fileSystemInfo });
  }
  return sent;
}

/**
 * The upload with its file, if the file exists already: a session ends once it is complete. A session sets the file’s
 * creation time to its own start, by which the file is recognized; a small file is recognized by its hash.
 */
export async function finishedOf(gateway: Gateway, upload: Upload, hash?: string): Promise<Upload | null> {
  try {
    const item = await gateway.itemAt(upload.parent, upload.name);
    if (!item.file || item.size !== upload.size) return null;
    if (hash !== undefined && item.file.hashes?.quickXorHash !== hash) return null;
    const found = { ...upload, itemId: item.id };
    if (upload.url !== null) return secondsOf(item.fileSystemInfo?.createdDateTime) === upload.begunAt ? found : null;
    const isNew = secondsOf(item.createdDateTime) >= upload.begunAt - CLOCKS_SECONDS;
    return isNew ? { ...found, isFound: true } : null;
  } catch (error) {
    if (hasCode(error, 'not_found')) return null;
    throw error;
  }
}

const secondsOf = (time: string | null | undefined) => Math.floor(Date.parse(time ?? '') / 1000);

function quickXor(bytes: Uint8Array): string {
  const hasher = createHasher('quickxor');
  hasher.update(bytes);
  return hasher.digest();
}
