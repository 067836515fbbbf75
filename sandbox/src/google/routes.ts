import type { SandboxResponse } from '../shared/server.ts';
import { about, listDrives } from './about.ts';
import { type Call, SCOPES } from './call.ts';
import { listChanges, startPageToken } from './changes.ts';
import type { Channels } from './channels.ts';
import { downloadFile, exportedMedia, exportFile, getOperation } from './exports.ts';
import { listFiles } from './list-files.ts';
import { getFile } from './media.ts';
import type { Uploads } from './uploads.ts';
import { copyFile, createFile, deleteFile, generateIds, updateFile } from './write-files.ts';

export interface Route {
  method: string;
  /** `:name` stands for any one part. */
  path: string;
  /** One of them is enough. */
  scopes: readonly string[];
  run(call: Call): SandboxResponse | Promise<SandboxResponse>;
}

const metadata = Object.values(SCOPES);
const content = [SCOPES.full, SCOPES.readonly, SCOPES.file];
const write = [SCOPES.full, SCOPES.file];

/** Everything this Drive can do. The first that fits answers. */
export const driveRoutes = (uploads: Uploads, channels: Channels): readonly Route[] => [
  { method: 'GET', path: '/drive/v3/about', scopes: metadata, run: about },
  { method: 'GET', path: '/drive/v3/drives', scopes: metadata, run: listDrives },
  { method: 'GET', path: '/drive/v3/changes/startPageToken', scopes: metadata, run: startPageToken },
  { method: 'GET', path: '/drive/v3/changes', scopes: metadata, run: listChanges },
  { method: 'POST', path: '/drive/v3/changes/watch', scopes: metadata, run: (call) => channels.watch(call) },
  { method: 'POST', path: '/drive/v3/channels/stop', scopes: metadata, run: (call) => channels.stop(call) },
  { method: 'GET', path: '/drive/v3/files', scopes: metadata, run: listFiles },
  { method: 'POST', path: '/drive/v3/files', scopes: write, run: createFile },
  { method: 'GET', path: '/drive/v3/files/generateIds', scopes: write, run: generateIds },
  { method: 'GET', path: '/drive/v3/files/:fileId', scopes: metadata, run: getFile },
  { method: 'PATCH', path: '/drive/v3/files/:fileId', scopes: write, run: updateFile },
  { method: 'DELETE', path: '/drive/v3/files/:fileId', scopes: write, run: deleteFile },
  { method: 'GET', path: '/drive/v3/files/:fileId/export', scopes: content, run: exportFile },
  { method: 'POST', path: '/drive/v3/files/:fileId/download', scopes: content, run: downloadFile },
  { method: 'POST', path: '/drive/v3/files/:fileId/copy', scopes: write, run: copyFile },
  { method: 'GET', path: '/drive/v3/operations/:name', scopes: content, run: getOperation },
  { method: 'GET', path: '/drive-export/:name', scopes: content, run: exportedMedia },
  { method: 'POST', path: '/upload/drive/v3/files', scopes: write, run: (call) => uploads.begin(call) },
  { method: 'PATCH', path: '/upload/drive/v3/files/:fileId', scopes: write, run: (call) => uploads.begin(call) },
];

/** The named parts of a path that fits; null where it does not. */
export function pathParams(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given[at]!);
    else if (part !== given[at]) return null;
  }
  return params;
}
