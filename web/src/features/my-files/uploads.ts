import { session } from '../../lib/api/http.ts';
import { followUpload } from './follow-upload.ts';
import { sendFile } from './send-file.ts';
import { ask } from './tus-request.ts';
import { unfinished } from './unfinished.ts';
import type { UploadItem } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

/** Headers of the signed-in person, in the organization where the upload was started. */
const headersOf = ({ organizationId }: UploadItem): Record<string, string> => ({
  ...session.headers(),
  ...(organizationId ? { Organization: organizationId } : {}),
});

export const uploads = new UploadQueue({
  send: (request) => sendFile(request),
  // If this fails, the server deletes it after a day.
  forget: (url, item) => void ask({ method: 'DELETE', url, headers: headersOf(item) }).catch(() => {}),
  headers: headersOf,
  organizationId: () => session.organizationId,
  follow: followUpload,
  unfinished,
});

session.subscribe(() => {
  if (!session.token) uploads.cancelAll();
});
