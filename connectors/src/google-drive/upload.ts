import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { Gateway, UploadState } from './gateway.ts';

/** The state of an upload, as stored in its handle. */
export interface Upload {
  url: string;
  size: number;
  /** Set once Drive has the complete file. */
  fileId?: string;
  /** The revision of the file as it was uploaded, if known. */
  revision?: string;
}

export const uploadState = (account: AccountContext, gateway: Gateway, { url, size }: Upload): Promise<UploadState> =>
  account.call(() => gateway.uploadState(url, size));

/** The number of attempts in a row of which Drive may keep nothing. */
const maxWithoutProgress = 5;

/**
 * Sends a chunk. Drive may keep only a part of it, or its answer may be lost: then the session’s state is requested.
 */
export async function sendChunk(
  account: AccountContext,
  gateway: Gateway,
  upload: Upload,
  { offset, bytes }: { offset: number; bytes: Uint8Array },
): Promise<Upload> {
  if (upload.fileId !== undefined) return upload;
  const end = offset + bytes.length;
  let received = offset;
  let unsure = false;
  let withoutProgress = 0;
  const work = async (): Promise<UploadState> => {
    const ask = unsure || bytes.length === 0;
    unsure = true;
    const state = ask
      ? await gateway.uploadState(upload.url, upload.size)
      : await gateway.sendBytes(upload.url, bytes.subarray(received - offset), received, upload.size);
    unsure = false;
    return state;
  };
  for (;;) {
    const state = await account.call(work);
    if ('fileId' in state) return { ...upload, ...state };
    if (state.received >= end) return upload;
    if (state.received < offset)
      throw new ConnectorError('conflict', `Google Drive holds ${state.received} bytes, not ${offset}`);
    withoutProgress = state.received > received ? 0 : withoutProgress + 1;
    if (withoutProgress === maxWithoutProgress)
      throw new ConnectorError('unavailable', 'Google Drive keeps nothing of what is sent');
    received = state.received;
  }
}
