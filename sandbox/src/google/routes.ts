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

type Run = Route['run'];
const read = (method: string, path: string, run: Run): Route => ({
  method,
  path,
  scopes: [SCOPES.full, SCOPES.readonly],
  run,
});
const write = (method: string, path: string, run: Run): Route => ({ method, path, scopes: [SCOPES.full], run });

/** The calls of Drive that the connector or rclone makes. The first match answers. */
export const driveRoutes = (uploads: Uploads, channels: Channels): readonly Route[] => [
  read('GET', '/drive/v3/about', about),
  read('GET', '/drive/v3/drives', listSharedDrives),
  read('GET', '/drive/v3/drives/:driveId', getSharedDrive),
  read('GET', '/drive/v3/changes/startPageToken', startPageToken),
  read('GET', '/drive/v3/changes', listChanges),
  read('POST', '/drive/v3/changes/watch', (call) => channels.watch(call)),
  read('POST', '/drive/v3/channels/stop', (call) => channels.stop(call)),
  read('GET', '/drive/v3/files', listFiles),
  write('POST', '/drive/v3/files', createFile),
  write('GET', '/drive/v3/files/generateIds', generateIds),
  write('DELETE', '/drive/v3/files/trash', emptyTrash),
  read('GET', '/drive/v3/files/:fileId', getFile),
  write('PATCH', '/drive/v3/files/:fileId', updateFile),
  write('DELETE', '/drive/v3/files/:fileId', deleteFile),
  read('GET', '/drive/v3/files/:fileId/export', exportFile),
  read('POST', '/drive/v3/files/:fileId/download', downloadFile),
  write('POST', '/drive/v3/files/:fileId/copy', copyFile),
  read('GET', '/drive/v3/operations/:name', getOperation),
  read('GET', '/drive-export/:name', exportedMedia),
  write('POST', '/upload/drive/v3/files', (call) => uploads.begin(call)),
  write('PATCH', '/upload/drive/v3/files/:fileId', (call) => uploads.begin(call)),
];
