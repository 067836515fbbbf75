import type { files } from 'dropbox';
import { StoredContent } from '../../shared/content/content.ts';
import type { Call } from '../call.ts';
import { DropboxError, refusal } from '../errors.ts';
import { commit, commitFields, refuseBody } from './commit.ts';
import { startSession } from './upload-session.ts';

export const uploadFields = { ...commitFields, content_hash: 'string?' } as const;

export function upload(call: Call<files.UploadArg>): files.FileMetadata {
  const { content_hash, ...commitInfo } = call.arg;
  refuseBody(call.bytes, content_hash);
  try {
    return commit(call, commitInfo, new StoredContent(call.bytes));
  } catch (error) {
    throw asUploadError(call, error);
  }
}

/** Keeps the bytes of a refused upload in an upload session, from which it can be retried. */
export function asUploadError(call: Call<files.UploadArg>, error: unknown): unknown {
  const isPathError = error instanceof DropboxError && error.status === 409;
  if (!isPathError) return error;
  const { error: given } = JSON.parse(error.body) as { error: { '.tag': string; path?: object } };
  if (given['.tag'] !== 'path') return error;
  const upload_session_id = startSession(call, call.bytes);
  return refusal(409, { '.tag': 'path', reason: given.path, upload_session_id });
}
