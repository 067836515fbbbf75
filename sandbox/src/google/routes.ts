import { SCOPES } from './call.ts';
import { about } from './calls/about.ts';
import { listChanges, startPageToken } from './calls/changes.ts';
import type { Channels } from './calls/channels.ts';
import { downloadFile, exportedMedia, exportFile, getOperation } from './calls/exports.ts';
import { listFiles } from './calls/list-files.ts';
import { getFile } from './calls/media.ts';
import { getSharedDrive, listSharedDrives } from './calls/shared-drives.ts';
import type { Uploads } from './calls/uploads.ts';
import { copyFile, createFile, deleteFile, emptyTrash, generateIds, updateFile } from './calls/write-files.ts';
import type { Route } from './route.ts';

const read = [SCOPES.full, SCOPES.readonly];
const write = [SCOPES.full];

/** The calls of Drive that the connector or rclone makes. The first match answers. */
export const driveRoutes = (uploads: Uploads, channels: Channels): readonly Route[] => [
  { method: 'GET', path: '/drive/v3/about', scopes: read, run: about },
  { method: 'GET', path: '/drive/v3/drives', scopes: read, run: listSharedDrives },
  { method: 'GET', path: '/drive/v3/drives/:driveId', scopes: read, run: getSharedDrive },
  { method: 'GET', path: '/drive/v3/changes/startPageToken', scopes: read, run: startPageToken },
  { method: 'GET', path: '/drive/v3/changes', scopes: read, run: listChanges },
  { method: 'POST', path: '/drive/v3/changes/watch', scopes: read, run: (call) => channels.watch(call) },
  { method: 'POST', path: '/drive/v3/channels/stop', scopes: read, run: (call) => channels.stop(call) },
  { method: 'GET', path: '/drive/v3/files', scopes: read, run: listFiles },
  { method: 'POST', path: '/drive/v3/files', scopes: write, run: createFile },
  { method: 'GET', path: '/drive/v3/files/generateIds', scopes: write, run: generateIds },
  { method: 'DELETE', path: '/drive/v3/files/trash', scopes: write, run: emptyTrash },
  { method: 'GET', path: '/drive/v3/files/:fileId', scopes: read, run: getFile },
  { method: 'PATCH', path: '/drive/v3/files/:fileId', scopes: write, run: updateFile },
  { method: 'DELETE', path: '/drive/v3/files/:fileId', scopes: write, run: deleteFile },
  { method: 'GET', path: '/drive/v3/files/:fileId/export', scopes: read, run: exportFile },
  { method: 'POST', path: '/drive/v3/files/:fileId/download', scopes: read, run: downloadFile },
  { method: 'POST', path: '/drive/v3/files/:fileId/copy', scopes: write, run: copyFile },
  { method: 'GET', path: '/drive/v3/operations/:name', scopes: read, run: getOperation },
  { method: 'GET', path: '/drive-export/:name', scopes: read, run: exportedMedia },
  { method: 'POST', path: '/upload/drive/v3/files', scopes: write, run: (call) => uploads.begin(call) },
  { method: 'PATCH', path: '/upload/drive/v3/files/:fileId', scopes: write, run: (call) => uploads.begin(call) },
];
