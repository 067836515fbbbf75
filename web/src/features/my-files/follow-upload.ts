import { ApiError, type Document, documents } from '@sheaf/contract';
import { call } from '../../lib/api/http.ts';
import type { UploadItem } from './upload-item.ts';

const POLL_MS = 1500;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until the app has the uploaded file, and reports the progress. Returns the message for the person if the app
 * refused it: the file is in My files then.
 */
export async function followUpload(item: UploadItem, onSent: (bytes: number) => void): Promise<string | null> {
  for (; ; await wait(POLL_MS)) {
    const document = await find(item.documentId!);
    if (document === null) continue;
    if (document === 'absent') return null;
    if (document.account.id !== item.target.accountId)
      return `Couldn’t upload to ${item.target.app}. It’s in My files.`;
    if (!document.uploading) return null;
    onSent(document.uploading.sent);
  }
}

/** Null: the server can’t be reached. 'absent': the document was deleted, or the person has left the workspace. */
async function find(id: string): Promise<Document | 'absent' | null> {
  try {
    return (await call(documents.get, { params: { id } })).data;
  } catch (error) {
    const status = error instanceof ApiError ? (error.status ?? 0) : 0;
    return status >= 400 && status < 429 ? 'absent' : null;
  }
}
