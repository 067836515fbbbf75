import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { Gateway, UploadState } from './gateway.ts';

/** An upload under way, as its handle keeps it. */
export interface Upload {
  url: string;
  size: number;
  /** Once Drive has all of it. */
  fileId?: string;
}

export const uploadState = (account: AccountContext, gateway: Gateway, { url, size }: Upload): Promise<UploadState> =>
  account.call(() => gateway.uploadState(url, size));

/** Sends a chunk. Drive may keep only a part of it, and an answer may be lost: then it is asked what it has. */
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
    if ('fileId' in state) return { ...upload, fileId: state.fileId };
    if (state.received >= end) return upload;
    if (state.received < offset)
      throw new ConnectorError('conflict', `Google Drive holds ${state.received} bytes, not ${offset}`);
    received = state.received;
  }
}
