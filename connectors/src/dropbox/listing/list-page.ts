import type { files } from 'dropbox';
import { answered } from '../../kit/http/answered.ts';
import type { Gateway } from '../gateway.ts';

/** One page of a folder: the first, or the one at a cursor. */
export async function listPage(
  gateway: Gateway,
  at: { path: string; recursive?: boolean; limit: number } | { cursor: string },
  signal?: AbortSignal,
): Promise<files.ListFolderResult> {
  const route = 'cursor' in at ? 'files/list_folder/continue' : 'files/list_folder';
  const page = await gateway.rpc<files.ListFolderResult>(route, at, { ...(signal && { signal }) });
  return answered(answered(page, 'entries', 'Dropbox'), 'cursor', 'Dropbox');
}
